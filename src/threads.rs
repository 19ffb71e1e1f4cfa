//! One question about many things for several threads. The result does not depend on them.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

pub const MOST: usize = 4;

/// The answers for all items, in their order. `threads`: the most threads; `batch`: the items of
/// one step, which differ in size. `watch` hears after each step of the calling thread how many of
/// all items are done, or about to be.
pub fn each<'i, T: Sync, R: Send>(
    items: &'i [T],
    threads: usize,
    batch: usize,
    work: impl Fn(&'i [T]) -> R + Sync,
    watch: &mut dyn FnMut(usize, usize),
) -> Vec<R> {
    let batch = batch.max(1);
    let batches: Vec<&'i [T]> = items.chunks(batch).collect();
    let next = AtomicUsize::new(0);
    let run = |watch: &mut dyn FnMut(usize, usize)| {
        let mut done = BTreeMap::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(taken) = batches.get(at) else {
                return done;
            };
            done.insert(at, work(taken));
            watch(
                (next.load(Ordering::Relaxed) * batch).min(items.len()),
                items.len(),
            );
        }
    };
    let mut done = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads.min(batches.len()))
            // Where the system gives no more threads, those that there are do the work.
            .map_while(|_| {
                let work = || run(&mut |_, _| {});
                std::thread::Builder::new().spawn_scoped(scope, work).ok()
            })
            .collect();
        let mut done = run(watch);
        for other in others {
            // A thread that panics takes the run with it, as one that works alone does.
            done.append(
                &mut other
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            );
        }
        done
    });
    std::mem::take(&mut done).into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::each;

    #[test]
    fn answers_come_in_order_and_progress_never_goes_back() {
        let items: Vec<usize> = (0..130).collect();
        for threads in 0..=4 {
            let mut seen = Vec::new();
            let answers = each(&items, threads, 64, <[usize]>::to_vec, &mut |done, all| {
                seen.push((done, all));
            });
            assert_eq!(answers.concat(), items, "{threads}");
            assert!(
                seen.is_sorted()
                    && seen
                        .iter()
                        .all(|(done, all)| *done >= 64 && *done <= 130 && *all == 130),
                "{threads}: {seen:?}"
            );
        }
        let mut last = 0;
        each(&items, 1, 64, |_| (), &mut |done, _| last = done);
        assert_eq!(last, 130);
    }
}
