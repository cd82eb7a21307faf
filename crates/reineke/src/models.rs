//! Trained weights by name. Whoever reads files puts models in; searches take them out.

use std::any::Any;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, RwLock};

type Shelf = RwLock<HashMap<String, Arc<dyn Any + Send + Sync>>>;

static SHELF: LazyLock<Shelf> = LazyLock::new(Shelf::default);

/// Puts a model on the shelf, in place of any other of that name.
pub fn put<M: Any + Send + Sync>(name: &str, model: M) {
    SHELF.write().expect("no holder panics").insert(name.to_string(), Arc::new(model));
}

/// The model of that name, if it is there and of that kind.
pub fn get<M: Any + Send + Sync>(name: &str) -> Result<Arc<M>, String> {
    let shelf = SHELF.read().expect("no holder panics");
    let model = shelf.get(name).cloned().ok_or_else(|| format!("the model {name} is not loaded"))?;
    model.downcast().map_err(|_| format!("the model {name} is of another kind than the search needs"))
}
