//! The labels a-h and 1-8 as strokes, so that a drawing needs no font.
//!
//! Each is drawn from the origin to the right, on a baseline at y = 0, up to y = -8; about 5 units wide.

/// The path data of a label's strokes; nothing for other characters.
pub(super) const fn strokes(label: char) -> Option<&'static str> {
    Some(match label {
        'a' => "M4.6 -5v5M4.6 -2.5a2.2 2.5 0 1 1 -4.4 0a2.2 2.5 0 1 1 4.4 0",
        'b' => "M0.4 -8v8M0.4 -2.5a2.2 2.5 0 1 1 4.4 0a2.2 2.5 0 1 1 -4.4 0",
        'c' => "M4.4 -4.2a2.4 2.5 0 1 0 0 3.4",
        'd' => "M4.6 -8v8M4.6 -2.5a2.2 2.5 0 1 1 -4.4 0a2.2 2.5 0 1 1 4.4 0",
        'e' => "M0.3 -2.7h4.3a2.2 2.4 0 1 0 -0.5 1.9",
        'f' => "M4 -7.7q-2.2 -0.8 -2.2 1.7v6M0.4 -4.9h3.2",
        'g' => {
            "M4.6 -5v5.2q0 2 -2.3 2q-1.3 0 -1.9 -0.6M4.6 -2.5a2.2 2.5 0 1 1 -4.4 0a2.2 2.5 0 1 1 4.4 0"
        }
        'h' => "M0.4 -8v8M0.4 -2.6q0 -2.4 2.2 -2.4t2 2.4v2.6",
        '1' => "M1 -6.5l2 -1.5v8",
        '2' => "M0.5 -6q0 -2 2.1 -2t2 2q0 1 -1.2 2.4l-2.9 3.6h4.4",
        '3' => "M0.5 -8h4l-2.4 3.2q2.6 0 2.6 2.4t-2.4 2.4q-1.6 0 -2.1 -1.2",
        '4' => "M3.6 0v-8l-3.4 5.6h4.7",
        '5' => "M4.3 -8h-3.4l-0.3 3.6q0.8 -0.7 1.9 -0.7q2.3 0 2.3 2.5t-2.4 2.6q-1.5 0 -2 -1",
        '6' => "M4 -7.8q-3.5 0.8 -3.5 5.2M0.5 -2.5a2.2 2.5 0 1 1 4.4 0a2.2 2.5 0 1 1 -4.4 0",
        '7' => "M0.4 -8h4.4l-2.9 8",
        '8' => {
            "M0.7 -6.1a1.9 1.9 0 1 1 3.8 0a1.9 1.9 0 1 1 -3.8 0M0.3 -2.1a2.3 2.1 0 1 1 4.6 0a2.3 2.1 0 1 1 -4.6 0"
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_label_has_strokes_of_its_own() {
        let mut drawn: Vec<&str> = "abcdefgh12345678".chars().filter_map(strokes).collect();
        drawn.sort_unstable();
        drawn.dedup();
        // b and d differ only in the stem, and none may fall together.
        assert_eq!(drawn.len(), 16);
        assert_eq!(strokes('i'), None);
    }
}
