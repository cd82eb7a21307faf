//! The loop of the tree search, cut open at its leaves.

use super::node::{Store, UNPROVEN};
use super::select::{Pick, Rule, Rules, learn, pick, strategy};
use crate::dice::{Rng, chain};
use crate::game::{Action, Actions, Game, MAX_SEATS, NO_ACTION, Seats, Turn, Values, View, draw};
use smallvec::SmallVec;

/// Turns after which a path ends, whatever the game: positions may repeat for ever.
const LONGEST: usize = 2_000;

/// One seat's choice on the way down.
struct Made {
    node: u32,
    pick: Pick,
    rule: Rule,
    exploring: bool,
    /// The strategy it was drawn from, for mixing rules.
    shares: SmallVec<[f64; 8]>,
}

/// One turn on the way down.
struct Step {
    made: SmallVec<[Made; 2]>,
    /// Nothing but this turn's choice decided what came next.
    sure: bool,
}

/// A position that waits for a judgement.
pub struct Leaf<G: Game> {
    pub state: G::State,
    /// The seats to act there, for priors.
    pub turn: Turn,
    path: Vec<Step>,
    fresh: SmallVec<[u32; 2]>,
}

/// What an evaluator says of a leaf.
pub struct Verdict {
    pub values: Values,
    /// Per newly reached node (ascending by acting seat), one weight per legal action.
    pub priors: Option<Vec<Vec<f32>>>,
}

/// How one descent ended.
pub enum Descent<G: Game> {
    Leaf(Leaf<G>),
    /// A finished or proven position: already backed up.
    Done,
}

/// A resumable tree search.
pub struct Machine<G: Game> {
    pub store: Store,
    pub rules: Rules,
    /// Proves positions where nothing is hidden or left to chance.
    pub solver: bool,
    /// Nodes beyond this are not stored.
    pub capacity: usize,
    /// How often a root sample redraws the searching seat's own secrets too.
    pub public: f64,
    /// Whether the others' nodes are told apart by what they alone know.
    pub secrets: bool,
    /// Whether actions begin with what the game thinks of them at a glance.
    pub hunches: bool,
    /// The longest path so far.
    pub depth: u32,
    /// Sums of all seats' results per root action of this decision: (action, results, count).
    pub root: Vec<(Action, Values, u64)>,
    root_node: u32,
    /// The searching seat.
    seat: usize,
    count: u64,
    scale: (f64, f64),
    rng: Rng,
    scratch: Vec<f64>,
    weights: Vec<f32>,
    game: std::marker::PhantomData<fn() -> G>,
}

impl<G: Game> Machine<G> {
    #[must_use]
    pub fn new(game: &G, rules: Rules, seed: u64) -> Self {
        let (low, high) = game.range();
        Self {
            store: Store::default(),
            rules,
            solver: true,
            capacity: 400_000,
            public: 1.0,
            secrets: false,
            hunches: false,
            depth: 0,
            root: Vec::new(),
            root_node: u32::MAX,
            seat: 0,
            count: 0,
            scale: (low, if high > low { high - low } else { 1.0 }),
            rng: Rng::new(seed),
            scratch: Vec::new(),
            weights: Vec::new(),
            game: std::marker::PhantomData,
        }
    }

    /// Prepares a decision: fresh dice, the tree kept unless it has grown too large.
    pub fn begin(&mut self, view: &View<G>, seed: u64) {
        if self.store.nodes.len() > self.capacity / 2 {
            self.store.clear();
        }
        self.rng = Rng::new(chain(seed, view.key));
        self.depth = 0;
        self.seat = view.seat;
        self.root = view.legal.iter().map(|action| (*action, [0.0; MAX_SEATS], 0)).collect();
        self.root_node = u32::MAX;
    }

    /// The node of a seat at a state, by what that seat has observed.
    pub fn key(&self, game: &G, state: &G::State, seat: usize) -> u64 {
        let key = chain(game.search_key(state, seat), seat as u64 + 1);
        if self.secrets && seat != self.seat { chain(key, game.secret_key(state, seat)) } else { key }
    }

    fn scaled(&self, values: &Values) -> Values {
        values.map(|value| ((value - self.scale.0) / self.scale.1).clamp(0.0, 1.0))
    }

    /// Goes down once, to a leaf that needs a judgement or to a result.
    pub fn descend(&mut self, game: &G, view: &View<G>) -> Descent<G> {
        let mut state = if game.hidden() && self.rng.unit() < self.public {
            view.sample_public(game, &mut self.rng)
        } else {
            view.sample(game, &mut self.rng)
        };
        let explorer = (self.count % game.seats() as u64) as usize;
        self.count += 1;
        let mut path: Vec<Step> = Vec::with_capacity(16);
        loop {
            let turn = game.turn(&state);
            if path.len() >= LONGEST {
                return Descent::Leaf(Leaf { state, turn, path, fresh: SmallVec::new() });
            }
            let acting = match turn {
                Turn::Over => {
                    let values = game.outcome(&state);
                    self.finish(path, &values, true);
                    return Descent::Done;
                }
                Turn::Chance => {
                    let outcome = draw(game, &state, &mut self.rng);
                    game.apply(&mut state, outcome, &mut self.rng);
                    if let Some(step) = path.last_mut() {
                        step.sure = false;
                    }
                    continue;
                }
                Turn::Seat(seat) => Seats(1 << seat),
                Turn::Seats(seats) => seats,
            };
            let alone = matches!(turn, Turn::Seat(_)) && !game.hidden();
            let rule = if alone { self.rules.turn } else { self.rules.joint };
            let mut joint = [NO_ACTION; MAX_SEATS];
            let mut step = Step { made: SmallVec::new(), sure: alone && !game.inside() };
            let mut fresh: SmallVec<[u32; 2]> = SmallVec::new();
            let mut full = false;
            for seat in acting.iter() {
                let mut legal = Actions::new();
                game.legal(&state, seat, &mut legal);
                let key = self.key(game, &state, seat);
                let Some(id) = self.store.find(key) else {
                    if self.store.nodes.len() < self.capacity {
                        let id = self.store.add(key, seat, &legal);
                        self.promise(game, &state, seat, id, &legal);
                        fresh.push(id);
                    } else {
                        full = true;
                    }
                    continue;
                };
                if self.store.widen(id, &legal) {
                    self.promise(game, &state, seat, id, &legal);
                }
                if !fresh.is_empty() || full {
                    continue;
                }
                if alone && self.solver {
                    let proof = self.store.nodes[id as usize].proof;
                    if proof != UNPROVEN && !path.is_empty() {
                        let values = self.store.proofs[proof as usize];
                        self.finish(path, &values, true);
                        return Descent::Done;
                    }
                }
                let made = self.choose(id, seat, &legal, rule, seat == explorer);
                joint[seat] = self.store.nodes[id as usize].edges[made.pick.edge as usize].action;
                step.made.push(made);
            }
            if !fresh.is_empty() || full {
                for made in step.made {
                    let node = &mut self.store.nodes[made.node as usize];
                    node.visits -= 1;
                    node.edges[made.pick.edge as usize].visits -= 1;
                }
                self.depth = self.depth.max(path.len() as u32);
                return Descent::Leaf(Leaf { state, turn, path, fresh });
            }
            let proof = {
                let made = &step.made[0];
                self.store.nodes[made.node as usize].edges[made.pick.edge as usize].proof
            };
            if path.is_empty() && acting.contains(view.seat) && self.root_node == u32::MAX {
                self.root_node = self.store.find(self.key(game, &state, view.seat)).unwrap_or(u32::MAX);
            }
            if alone {
                let seat = acting.0.trailing_zeros() as usize;
                path.push(step);
                if proof != UNPROVEN && self.solver {
                    let values = self.store.proofs[proof as usize];
                    self.finish(path, &values, true);
                    return Descent::Done;
                }
                game.apply(&mut state, joint[seat], &mut self.rng);
            } else {
                path.push(step);
                match turn {
                    Turn::Seat(seat) => game.apply(&mut state, joint[seat], &mut self.rng),
                    _ => game.apply_joint(&mut state, &joint[..game.seats()], &mut self.rng),
                }
            }
        }
    }

    /// Notes what the game thinks of the actions of a node, where it is asked to.
    fn promise(&mut self, game: &G, state: &G::State, seat: usize, id: u32, legal: &Actions) {
        if self.hunches {
            game.hunches(state, seat, legal, &mut self.weights);
            if self.weights.is_empty() {
                self.weights.resize(legal.len(), 1.0 / legal.len() as f32);
            }
            self.store.promise(id, legal, &self.weights);
        }
    }

    fn choose(&mut self, id: u32, seat: usize, legal: &Actions, rule: Rule, exploring: bool) -> Made {
        let node = &self.store.nodes[id as usize];
        let (proofs, scale) = (&self.store.proofs, self.scale);
        let proof = |index: u32| ((proofs[index as usize][seat] - scale.0) / scale.1).clamp(0.0, 1.0);
        let pick = pick(&self.rules, rule, node, legal, exploring, proof, &mut self.rng, &mut self.scratch);
        let shares = if rule.mixes() { SmallVec::from_slice(&self.scratch) } else { SmallVec::new() };
        let node = &mut self.store.nodes[id as usize];
        node.visits += 1;
        node.edges[pick.edge as usize].visits += 1;
        Made { node: id, pick, rule, exploring, shares }
    }

    /// Takes the judgement of a leaf back up its path.
    pub fn back_up(&mut self, leaf: Leaf<G>, verdict: &Verdict) {
        if let Some(priors) = &verdict.priors {
            for (id, weights) in leaf.fresh.iter().zip(priors) {
                let edges = &mut self.store.nodes[*id as usize].edges;
                for (edge, weight) in edges.iter_mut().zip(weights) {
                    edge.prior = *weight;
                }
            }
        } else if !self.hunches {
            for id in &leaf.fresh {
                let edges = &mut self.store.nodes[*id as usize].edges;
                let even = 1.0 / edges.len() as f32;
                for edge in edges {
                    edge.prior = even;
                }
            }
        }
        self.finish(leaf.path, &verdict.values, false);
    }

    fn finish(&mut self, path: Vec<Step>, values: &Values, proven: bool) {
        self.depth = self.depth.max(path.len() as u32);
        if let Some(made) = path.first().and_then(|step| step.made.iter().find(|made| made.node == self.root_node)) {
            let action = self.store.nodes[made.node as usize].edges[made.pick.edge as usize].action;
            if let Some(entry) = self.root.iter_mut().find(|entry| entry.0 == action) {
                entry.1.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
                entry.2 += 1;
            }
        }
        let mut scaled = self.scaled(values);
        let mut proof = (proven && self.solver).then_some(*values);
        for step in path.iter().rev() {
            for made in &step.made {
                let node = &mut self.store.nodes[made.node as usize];
                let seat = usize::from(node.seat);
                scaled[seat] = learn(made.rule, node, made.pick, scaled[seat], made.exploring, &made.shares);
            }
            proof = match proof {
                Some(values) if step.sure => self.prove(step.made[0].node, step.made[0].pick.edge, values),
                _ => None,
            };
        }
    }

    /// Notes that an edge leads to a certain result; the node's own result if that settles it.
    fn prove(&mut self, id: u32, edge: u32, values: Values) -> Option<Values> {
        let seat = usize::from(self.store.nodes[id as usize].seat);
        if self.store.nodes[id as usize].edges[edge as usize].proof == UNPROVEN {
            let index = self.store.prove(values);
            self.store.nodes[id as usize].edges[edge as usize].proof = index;
        }
        let node = &self.store.nodes[id as usize];
        if node.proof != UNPROVEN {
            return Some(self.store.proofs[node.proof as usize]);
        }
        let top = self.scale.0 + self.scale.1;
        let mut best: Option<u32> = None;
        let mut open = false;
        for edge in &node.edges {
            if edge.proof == UNPROVEN {
                open = true;
                continue;
            }
            let value = self.store.proofs[edge.proof as usize][seat];
            if best.is_none_or(|known| value > self.store.proofs[known as usize][seat]) {
                best = Some(edge.proof);
            }
        }
        let best = best?;
        if open && self.store.proofs[best as usize][seat] < top {
            return None;
        }
        self.store.nodes[id as usize].proof = best;
        Some(self.store.proofs[best as usize])
    }

    /// The weight of each action for a seat at what it has observed: average play of a mixing rule, visits otherwise. `None`
    /// where the search has not been.
    #[must_use]
    pub fn policy(&self, key: u64) -> Option<Vec<(Action, f64)>> {
        let node = &self.store.nodes[self.store.find(key)? as usize];
        if node.edges.iter().any(|edge| edge.strategy > 0.0) {
            return Some(node.edges.iter().map(|edge| (edge.action, edge.strategy)).collect());
        }
        Some(node.edges.iter().map(|edge| (edge.action, f64::from(edge.visits))).collect())
    }

    /// The present strategy of a mixing rule at a node.
    pub fn current(&self, id: u32, rule: Rule, out: &mut Vec<f64>) {
        let node = &self.store.nodes[id as usize];
        let legal: Actions = node.edges.iter().map(|edge| edge.action).collect();
        strategy(rule, node, &legal, self.rules.mix, out);
    }
}
