//! Aliases that multiply a text: go-yaml's budget, counted as go-yaml counts
//! (`docs/gardener/reading.md#aliases`). Keeps walks through a tree bounded.

use super::tree::{Kind, NodeId, Tree};
use super::{Problem, ProblemKind, merge};

/// How deep nodes may lie in one another once aliases are followed.
const MAX_EFFECTIVE_DEPTH: usize = 200;

/// Cuts all aliases loose when they exceed the budget, so that no reader can follow them.
pub(super) fn limit(tree: &mut Tree<'_>, problems: &mut Vec<Problem>) {
    let Some(root) = tree.root else { return };
    let mut walk = Walk {
        tree,
        decoded: 1,
        aliased: 0,
    };
    let Err((kind, at)) = walk.visit(root, 0, false) else {
        return;
    };
    let span = tree.span(at);
    tree.cut_aliases();
    problems.push(Problem {
        kind,
        span,
        related: None,
    });
}

struct Walk<'t, 's> {
    tree: &'t Tree<'s>,
    decoded: u64,
    aliased: u64,
}

type Exceeded = (ProblemKind, NodeId);

impl Walk<'_, '_> {
    fn visit(&mut self, id: NodeId, depth: usize, through_alias: bool) -> Result<(), Exceeded> {
        self.decoded += 1;
        self.aliased += u64::from(through_alias);
        if self.aliased > 100
            && self.decoded > 1000
            && ratio(self.aliased, self.decoded) > allowed(self.decoded)
        {
            return Err((ProblemKind::AliasBudget, id));
        }
        if depth > MAX_EFFECTIVE_DEPTH {
            return Err((ProblemKind::Depth, id));
        }
        let tree = self.tree;
        match tree.node(id).kind {
            Kind::Scalar { .. } | Kind::Alias(None) => {}
            Kind::Alias(Some(target)) => {
                self.visit(target, depth + 1, true).map_err(|(kind, at)| {
                    // The outermost alias is the one to show: the inner ones may be met on many
                    // ways.
                    (kind, if through_alias { at } else { id })
                })?;
            }
            Kind::Sequence(items) => {
                for item in items {
                    self.visit(*item, depth + 1, through_alias)?;
                }
            }
            Kind::Mapping(pairs) => {
                for (key, value) in pairs {
                    if merge::is_merge_key(tree, *key) {
                        match tree.node(*value).kind {
                            Kind::Sequence(items) => {
                                for item in items.iter().rev() {
                                    self.visit(*item, depth + 1, through_alias)?;
                                }
                            }
                            _ => self.visit(*value, depth + 1, through_alias)?,
                        }
                    } else {
                        self.visit(*key, depth + 1, through_alias)?;
                        self.visit(*value, depth + 1, through_alias)?;
                    }
                }
            }
        }
        Ok(())
    }
}

#[allow(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]
fn ratio(part: u64, whole: u64) -> f64 {
    part as f64 / whole as f64
}

/// The share of nodes that may come through aliases: almost all of a small document, few of a large
/// one.
fn allowed(decoded: u64) -> f64 {
    const LOW: u64 = 400_000;
    const HIGH: u64 = 4_000_000;
    match decoded {
        ..=LOW => 0.99,
        HIGH.. => 0.10,
        _ => 0.99 - 0.89 * ratio(decoded - LOW, HIGH - LOW),
    }
}
