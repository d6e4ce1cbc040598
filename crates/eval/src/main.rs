//! eval
fn main() {}
