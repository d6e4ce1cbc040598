//! Text from outside (file names, metadata) made safe to show: nothing in it can steer a terminal,
//! break a line or turn the direction of what follows.

use std::borrow::Cow;

/// The text with control characters and those that change the direction of writing or end a line
/// written as escapes, such as `\n` and `\u{1b}`.
pub fn shown(text: &str) -> Cow<'_, str> {
    if !text.contains(steers) {
        return text.into();
    }
    let mut safe = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if steers(c) {
            safe.extend(c.escape_default());
        } else {
            safe.push(c);
        }
    }
    safe.into()
}

/// Whether a character does something other than appear.
pub fn steers(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A number with its noun: `1 board`, `2 boards`.
pub fn count(n: usize, noun: &str) -> String {
    let plural = if n == 1 { "" } else { "s" };
    format!("{n} {noun}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_steers_a_terminal_is_left() {
        assert_eq!(shown("scan 1ä♔.png"), "scan 1ä♔.png");
        assert_eq!(shown("a\n\u{1b}[31mb\u{9b}"), "a\\n\\u{1b}[31mb\\u{9b}");
        assert_eq!(shown("gnp.\u{202e}a"), "gnp.\\u{202e}a");
    }

    #[test]
    fn nouns_follow_the_number() {
        assert_eq!(
            [0, 1, 2].map(|n| count(n, "board")),
            ["0 boards", "1 board", "2 boards"]
        );
    }
}
