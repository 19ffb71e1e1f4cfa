//! Choices from bytes: the same bytes always make the same choices, so an engine that changes bytes
//! changes what is generated. A tape that is used up says 0, and 0 always means the plainest choice.

/// The bytes that are left.
#[derive(Debug)]
pub struct Tape<'a>(&'a [u8]);

impl<'a> Tape<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        *first
    }

    /// A number below `count`; 0 where that is 0.
    pub fn below(&mut self, count: usize) -> usize {
        match count {
            0 | 1 => 0,
            2..=256 => usize::from(self.byte()) % count,
            _ => (usize::from(self.byte()) << 8 | usize::from(self.byte())) % count,
        }
    }

    /// One of several; the first is the plainest.
    pub fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// Whether something that happens in so many of 256 cases happens.
    pub fn chance(&mut self, of_256: u8) -> bool {
        self.byte() > 255 - of_256
    }

    /// Some of several, in their order.
    pub fn some<T: Copy>(&mut self, all: &[T]) -> Vec<T> {
        let bits = self.byte();
        let kept = |at: &usize| bits >> (at % 8) & 1 == 0;
        (0..all.len()).filter(kept).map(|at| all[at]).collect()
    }
}
