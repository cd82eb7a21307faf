//! JSON trees, compared and patched.

use serde_json::{Value, json};

/// A JSON merge patch: null deletes.
pub fn merge(tree: &mut Value, patch: &Value) {
    let Some(patch) = patch.as_object() else {
        *tree = patch.clone();
        return;
    };
    if !tree.is_object() {
        *tree = json!({});
    }
    for (key, value) in patch {
        if value.is_null() {
            tree.as_object_mut().expect("an object").remove(key);
        } else {
            merge(&mut tree[key], value);
        }
    }
}

/// Without what is only informative.
#[must_use]
pub fn bare(tree: &Value) -> Value {
    match tree {
        Value::Object(map) => map
            .iter()
            .filter(|(key, _)| *key != "name" && *key != "sourceEffect")
            .map(|(key, value)| (key.clone(), bare(value)))
            .collect(),
        _ => tree.clone(),
    }
}

/// The first place where two trees differ, in words.
#[must_use]
pub fn differ(path: &str, expected: &Value, found: &Value) -> Option<String> {
    if expected == found {
        return None;
    }
    match (expected, found) {
        (Value::Object(one), Value::Object(two)) => {
            one.keys().chain(two.keys()).find_map(|key| differ(&format!("{path}.{key}"), &expected[key], &found[key]))
        }
        (Value::Array(one), Value::Array(two)) => (0..one.len().max(two.len())).find_map(|index| {
            let none = Value::Null;
            let (one, two) = (one.get(index).unwrap_or(&none), two.get(index).unwrap_or(&none));
            differ(&format!("{path}[{index}]"), one, two)
        }),
        _ => Some(format!("{path}: {expected} recorded, {found} here")),
    }
}
