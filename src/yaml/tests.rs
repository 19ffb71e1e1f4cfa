//! Tests of reading as a whole: the table of section 5, spans, problems, broken and hostile texts.

mod comments;
mod hostile;
mod problems;
mod spans;
mod values;
