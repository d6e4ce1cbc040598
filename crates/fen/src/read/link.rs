//! Takes the position out of the address of an editor or analysis page.

/// The FEN in a link, with its blanks restored; nothing when the text is no link or holds no position.
///
/// Known forms: a parameter `fen=`, as chess.com and many others use it, and a path that ends in the FEN, as lichess
/// writes it (`/editor/RANKS_w_KQkq_-_0_1`, `/analysis/standard/RANKS_w_-_-_0_1`).
pub(super) fn position(text: &str) -> Option<String> {
    let text = text.trim();
    if !(text.contains("://") || text.starts_with("lichess.org/") || text.starts_with("www.")) {
        return None;
    }
    let (address, anchor) = text.split_once('#').unwrap_or((text, ""));
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let parameter = query
        .split('&')
        .chain([anchor])
        .find_map(|part| part.strip_prefix("fen="));
    let position = match parameter {
        Some(value) => decode(value, true),
        None => from_path(&decode(path, false))?,
    };
    Some(position.trim().to_owned())
}

/// The last eight parts of a path hold the ranks, the last one also the other fields.
fn from_path(path: &str) -> Option<String> {
    let starts: Vec<usize> = path.match_indices('/').map(|(at, _)| at + 1).collect();
    let start = *starts.get(starts.len().checked_sub(8)?)?;
    let ranks = &path[start..];
    let first = ranks.chars().next()?;
    (first.is_ascii_alphanumeric()).then(|| ranks.replace('_', " "))
}

/// Resolves `%20` and the like, and `+` for a blank inside a query.
fn decode(text: &str, plus_is_blank: bool) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = |i: usize| bytes.get(i).and_then(|&b| (b as char).to_digit(16));
        match (bytes[at], hex(at + 1), hex(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                out.push((high * 16 + low) as u8);
                at += 2;
            }
            (b'+', ..) if plus_is_blank => out.push(b' '),
            (byte, ..) => out.push(byte),
        }
        at += 1;
    }
    let text = String::from_utf8_lossy(&out).into_owned();
    if plus_is_blank {
        text.replace('_', " ")
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::position;

    #[test]
    fn links_of_the_big_sites() {
        let start = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        for link in [
            "https://lichess.org/editor/rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR_b_KQkq_-_0_1?color=white",
            "https://lichess.org/analysis/standard/rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR_b_KQkq_-_0_1#1",
            "lichess.org/analysis/rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR%20b%20KQkq%20-%200%201",
            "https://lichess.org/editor?fen=rnbqkbnr%2Fpppppppp%2F8%2F8%2F4P3%2F8%2FPPPP1PPP%2FRNBQKBNR+b+KQkq+-+0+1",
            "https://www.chess.com/analysis?fen=rnbqkbnr%2Fpppppppp%2F8%2F8%2F4P3%2F8%2FPPPP1PPP%2FRNBQKBNR%20b%20KQkq%20-%200%201&flip=true",
        ] {
            assert_eq!(position(link).as_deref(), Some(start), "{link}");
        }
    }

    #[test]
    fn other_texts_are_no_links() {
        assert_eq!(position("8/8/8/8/8/8/8/8 w - - 0 1"), None);
        assert_eq!(position("https://lichess.org/about"), None);
        assert_eq!(position("https://"), None);
        assert_eq!(position(""), None);
    }
}
