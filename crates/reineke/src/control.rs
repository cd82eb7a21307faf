//! When a search ends: nodes, time, or somebody asking.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The search was told to end before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// How often a host program wants to be asked whether to go on (signals, errors).
const POLL_EVERY: Duration = Duration::from_millis(20);
/// How much time may pass between two looks at the clock.
const LOOK_EVERY: Duration = Duration::from_micros(300);

/// Counts nodes and says when to stop.
///
/// Under a node budget alone the clock never decides anything, so that results are reproducible.
pub struct Control<'a> {
    pub started: Instant,
    deadline: Option<Instant>,
    limit: u64,
    stop: Arc<AtomicBool>,
    poll: Option<&'a (dyn Fn() -> bool + Sync)>,
    nodes: u64,
    next_look: u64,
    stride: u64,
    last_look: Instant,
    last_poll: Instant,
    stopped: bool,
}

impl<'a> Control<'a> {
    /// Ends after so many nodes, after so many seconds, or when `stop` is set, whichever comes first.
    #[must_use]
    pub fn new(nodes: Option<u64>, seconds: Option<f64>, stop: Arc<AtomicBool>) -> Self {
        let now = Instant::now();
        Self {
            started: now,
            deadline: seconds.map(|s| now + Duration::from_secs_f64(s.max(0.0))),
            limit: nodes.unwrap_or(u64::MAX),
            stop,
            poll: None,
            nodes: 0,
            next_look: 1,
            stride: 1,
            last_look: now,
            last_poll: now,
            stopped: false,
        }
    }

    /// No limit at all.
    #[must_use]
    pub fn endless() -> Self {
        Self::new(None, None, Arc::default())
    }

    /// Asks `poll` every few milliseconds; `true` ends the search.
    #[must_use]
    pub fn polled(mut self, poll: &'a (dyn Fn() -> bool + Sync)) -> Self {
        self.poll = Some(poll);
        self
    }

    /// A control for another part of the same search: same clock, flag and poll, its own count.
    #[must_use]
    pub fn fork(&self, nodes: Option<u64>) -> Control<'a> {
        Control {
            started: self.started,
            deadline: self.deadline,
            limit: nodes.unwrap_or(u64::MAX),
            stop: Arc::clone(&self.stop),
            poll: self.poll,
            nodes: 0,
            next_look: 1,
            stride: 1,
            last_look: self.last_look,
            last_poll: self.last_poll,
            stopped: false,
        }
    }

    /// A control for a first part of the same search: so much of the time and of the nodes that are left.
    #[must_use]
    pub fn share(&self, part: f64) -> Control<'a> {
        let nodes = self.limit().map(|limit| ((limit.saturating_sub(self.nodes)) as f64 * part) as u64);
        let mut control = self.fork(nodes);
        let now = Instant::now();
        control.deadline = self.deadline.map(|end| now + end.saturating_duration_since(now).mul_f64(part));
        control
    }

    /// The same without the poll, for threads that nobody sends signals to.
    #[must_use]
    pub fn unpolled(mut self) -> Self {
        self.poll = None;
        self
    }

    /// Waits until `running` threads of the same search have ended, and passes signals on to them.
    pub fn attend(&mut self, running: &AtomicUsize) {
        while running.load(Ordering::Acquire) > 0 {
            if self.look().is_err() {
                self.stopped = false;
            }
            std::thread::sleep(Duration::from_micros(300));
        }
    }

    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Adds what another thread counted.
    pub fn add_nodes(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// The node budget, if there is one.
    #[must_use]
    pub fn limit(&self) -> Option<u64> {
        (self.limit != u64::MAX).then_some(self.limit)
    }

    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// Whether the search has been told to end.
    #[must_use]
    pub fn stopped(&self) -> bool {
        self.stopped
    }

    /// Counts one node; an error once the search must end.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.next_look.min(self.limit) {
            self.look()?;
        }
        self.nodes += 1;
        Ok(())
    }

    /// Looks at the clock and the flag, not at the number of nodes.
    pub fn look_at_clock(&mut self) -> Result<(), Stopped> {
        let limit = std::mem::replace(&mut self.limit, u64::MAX);
        let looked = self.look();
        self.limit = limit;
        looked
    }

    /// Looks at every limit now.
    #[cold]
    pub fn look(&mut self) -> Result<(), Stopped> {
        if self.stopped || self.nodes >= self.limit || self.stop.load(Ordering::Relaxed) {
            self.stopped = true;
            return Err(Stopped);
        }
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            self.stopped = true;
            return Err(Stopped);
        }
        if let Some(poll) = self.poll
            && now - self.last_poll >= POLL_EVERY
        {
            self.last_poll = now;
            if poll() {
                // Every thread of the search has to hear of it.
                self.stop.store(true, Ordering::Relaxed);
                self.stopped = true;
                return Err(Stopped);
            }
        }
        let passed = now - self.last_look;
        self.last_look = now;
        if passed < LOOK_EVERY / 2 {
            self.stride = (self.stride * 2).min(1 << 16);
        } else if passed > LOOK_EVERY {
            self.stride = (self.stride / 2).max(1);
        }
        self.next_look = self.nodes + self.stride;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_budget_is_kept_exactly() {
        let mut control = Control::new(Some(1000), None, Arc::default());
        while control.tick().is_ok() {}
        assert_eq!(control.nodes(), 1000);
    }

    #[test]
    fn a_raised_flag_ends_the_search() {
        let stop = Arc::new(AtomicBool::new(false));
        let mut control = Control::new(None, None, Arc::clone(&stop));
        for _ in 0..100 {
            control.tick().unwrap();
        }
        stop.store(true, Ordering::Relaxed);
        assert!((0..1_000_000).any(|_| control.tick().is_err()));
    }
}
