//! Threads that stay alive between pieces of work.
//!
//! The caller works too and waits only for pieces that another thread has begun, so that a thread which the machine lets
//! wait holds nobody up, and a process that was forked without its threads does everything itself.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

type Work = dyn Fn() + Sync;

/// What is being done.
struct Task {
    /// Valid while a piece is waiting to be begun or unfinished: `Pool::run` returns later than that.
    work: &'static Work,
    waiting: usize,
    unfinished: usize,
    broken: bool,
}

#[derive(Default)]
struct Desk {
    task: Option<Task>,
    closed: bool,
}

#[derive(Default)]
struct Shared {
    desk: Mutex<Desk>,
    begun: Condvar,
    done: Condvar,
}

/// Some threads beside the caller's.
pub struct Pool {
    shared: Arc<Shared>,
}

impl Pool {
    /// A pool for so many threads, the caller's among them.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        let shared = Arc::new(Shared::default());
        for _ in 1..threads {
            let shared = Arc::clone(&shared);
            std::thread::spawn(move || shared.serve());
        }
        Self { shared }
    }

    /// Calls `work` so many times, on all threads, and returns when every call has. Needs the pool alone: a second task
    /// has to wait for its turn.
    pub fn run(&mut self, pieces: usize, work: &(dyn Fn() + Sync)) {
        // SAFETY: a thread calls `work` only for a piece that it took off `waiting` under the lock, and counts it off
        // `unfinished` afterwards. We stay here until both are 0 and then take the task away, so nobody calls it later.
        let work: &'static Work = unsafe { std::mem::transmute::<&(dyn Fn() + Sync), &'static Work>(work) };
        self.shared.lock().task = Some(Task { work, waiting: pieces, unfinished: pieces, broken: false });
        self.shared.begun.notify_all();
        loop {
            // A statement of its own, so that the lock is free again.
            let piece = self.shared.lock().begin();
            let Some(work) = piece else { break };
            self.shared.call(work);
        }
        let mut desk = self.shared.lock();
        while desk.task.as_ref().is_some_and(|task| task.unfinished > 0) {
            desk = self.shared.done.wait(desk).unwrap_or_else(PoisonError::into_inner);
        }
        let broken = desk.task.take().is_some_and(|task| task.broken);
        drop(desk);
        if broken {
            resume_unwind(Box::new("a piece of work panicked"));
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.lock().closed = true;
        self.shared.begun.notify_all();
    }
}

impl Desk {
    /// Takes a piece off the task.
    fn begin(&mut self) -> Option<&'static Work> {
        let task = self.task.as_mut().filter(|task| task.waiting > 0)?;
        task.waiting -= 1;
        Some(task.work)
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn call(&self, work: &Work) {
        let broken = catch_unwind(AssertUnwindSafe(work)).is_err();
        let mut desk = self.lock();
        let task = desk.task.as_mut().expect("a task stays until its pieces are done");
        task.broken |= broken;
        task.unfinished -= 1;
        if task.unfinished == 0 {
            self.done.notify_one();
        }
    }

    fn serve(&self) {
        let mut desk = self.lock();
        while !desk.closed {
            match desk.begin() {
                Some(work) => {
                    drop(desk);
                    self.call(work);
                    desk = self.lock();
                }
                None => desk = self.begun.wait(desk).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Pool;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn every_piece_is_done_once_before_run_returns() {
        for threads in [1, 2, 5] {
            let mut pool = Pool::new(threads);
            for pieces in 0..200 {
                let count = AtomicUsize::new(0);
                pool.run(pieces, &|| {
                    count.fetch_add(1, Ordering::Relaxed);
                });
                assert_eq!(count.into_inner(), pieces);
            }
        }
    }

    #[test]
    fn a_panic_comes_back_to_the_caller_and_the_pool_goes_on() {
        let mut pool = Pool::new(3);
        let count = AtomicUsize::new(0);
        let broken = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            pool.run(10, &|| assert!(count.fetch_add(1, Ordering::Relaxed) != 4, "the fifth piece breaks"));
        }));
        assert!(broken.is_err());
        assert_eq!(count.load(Ordering::Relaxed), 10);
        pool.run(3, &|| {
            count.fetch_add(1, Ordering::Relaxed);
        });
        assert_eq!(count.into_inner(), 13);
    }
}
