//! Judging many objects with several threads. What is found does not depend on them.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::landscape::Item;

/// Objects are judged by so many threads at most.
const THREADS: usize = 4;
/// Objects are taken so many at a time.
const BATCH: usize = 64;

/// Judges all items. What is found comes in their order, some items together.
/// `watch` hears after each batch of the thread that asks how many of all items are judged, or about to be.
pub(super) fn each<'a, R: Default + Send>(
    items: &[&'a Item<'a>],
    judge: impl Fn(&'a Item<'a>, &mut R) + Sync,
    watch: &mut dyn FnMut(usize, usize),
) -> Vec<R> {
    let batches: Vec<&[&'a Item<'a>]> = items.chunks(BATCH).collect();
    let next = AtomicUsize::new(0);
    let work = |watch: &mut dyn FnMut(usize, usize)| {
        let mut found = BTreeMap::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(batch) = batches.get(at) else { return found };
            let mut result = R::default();
            for item in *batch {
                judge(item, &mut result);
            }
            found.insert(at, result);
            watch((next.load(Ordering::Relaxed) * BATCH).min(items.len()), items.len());
        }
    };
    let mut found = std::thread::scope(|scope| {
        let others: Vec<_> = (1..THREADS.min(batches.len())).map(|_| scope.spawn(|| work(&mut |_, _| {}))).collect();
        let mut found = work(watch);
        for other in others {
            // A thread that panics takes the run with it, as one that judges alone does.
            found.append(&mut other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        found
    });
    std::mem::take(&mut found).into_values().collect()
}
