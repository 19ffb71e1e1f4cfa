//! Tests of reading as a whole: spans, problems, broken and hostile texts.

mod comments;
mod hostile;
mod problems;
mod spans;
mod values;
