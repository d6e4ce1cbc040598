//! Text for pages and panels: words of several languages, moves, names, numbers.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// Common words of chess books.
const WORDS: &[&str] = &[
    "the",
    "and",
    "with",
    "after",
    "white",
    "black",
    "to",
    "move",
    "wins",
    "draw",
    "position",
    "attack",
    "king",
    "queen",
    "rook",
    "bishop",
    "knight",
    "pawn",
    "better",
    "because",
    "of",
    "his",
    "her",
    "a",
    "in",
    "is",
    "it",
    "now",
    "then",
    "if",
    "not",
    "advantage",
    "endgame",
    "opening",
    "variation",
    "sacrifice",
    "exchange",
    "centre",
    "file",
    "rank",
    "diagonal",
    "passed",
    "weak",
    "strong",
    "square",
    "threat",
    "mate",
    "check",
    "continued",
    "played",
    "der",
    "die",
    "das",
    "und",
    "nicht",
    "mit",
    "auf",
    "wird",
    "Weiss",
    "Schwarz",
    "zieht",
    "Stellung",
    "Partie",
    "Turm",
    "Springer",
    "blancas",
    "negras",
    "juegan",
    "ganan",
    "mate",
    "en",
    "tres",
    "de",
    "la",
    "le",
    "les",
    "coup",
    "roi",
    "dame",
    "tour",
    "mat",
    "et",
    "pour",
    "een",
    "het",
    "van",
    "wit",
    "zwart",
    "aan",
    "zet",
    "hogy",
    "egy",
    "nem",
    "lesz",
    "kell",
];

/// What a font of the labels' letters alone can spell.
const SPARE: &[&str] = &[
    "bad", "fade", "bead", "face", "deaf", "e4", "d5", "cage", "head", "had", "a", "egg", "edge",
    "hedge", "decade", "facade", "cafe", "age", "bag", "16", "24", "g6", "b3", "cab", "beg",
];

const NAMES: &[&str] = &[
    "A. Berger",
    "Novak",
    "M. Okada",
    "Sanchez",
    "Lindqvist",
    "J. Meyer",
    "Petrova",
    "Haddad",
    "K. Dubois",
    "Silva",
    "Kovacs",
    "De Vries",
    "Tanaka",
    "Olsen",
    "player_19",
    "gambit77",
    "rookie",
    "Guest",
    "Stockfish",
    "nightrider",
];

/// What a text is made of, according to what its font can spell.
pub struct Words {
    /// Whether the font has the letters of the board's labels only.
    pub spare: bool,
    /// Whether captions may say whose move it is.
    pub tells_side: bool,
}

impl Words {
    fn or_spare(&self, rng: &mut ChaCha8Rng, all: &[&str]) -> String {
        let list = if self.spare { SPARE } else { all };
        list[rng.random_range(0..list.len())].to_owned()
    }

    /// One word of running text.
    pub fn word(&self, rng: &mut ChaCha8Rng) -> String {
        let mut word = self.or_spare(rng, WORDS);
        if !self.spare && rng.random_bool(0.12) {
            word.push(['.', ',', ',', ';', '!', '?'][rng.random_range(0..6)]);
        }
        word
    }

    /// A person's name.
    pub fn name(&self, rng: &mut ChaCha8Rng) -> String {
        self.or_spare(rng, NAMES)
    }

    /// A move in algebraic notation.
    pub fn a_move(&self, rng: &mut ChaCha8Rng) -> String {
        let square = |rng: &mut ChaCha8Rng| {
            format!(
                "{}{}",
                char::from(b'a' + rng.random_range(0..8u8)),
                rng.random_range(1..9)
            )
        };
        if self.spare {
            return square(rng);
        }
        let man = ["", "", "", "N", "B", "R", "Q", "K", "S", "T", "D", "L"];
        let man = man[rng.random_range(0..man.len())];
        let takes = if !man.is_empty() && rng.random_bool(0.2) {
            "x"
        } else {
            ""
        };
        let check = ["", "", "", "", "+", "!", "?", "!?"][rng.random_range(0..8)];
        if rng.random_bool(0.03) {
            return "O-O".to_owned();
        }
        format!("{man}{takes}{}{check}", square(rng))
    }

    /// A numbered pair of moves.
    pub fn moves(&self, number: u32, rng: &mut ChaCha8Rng) -> String {
        format!("{number}.{} {}", self.a_move(rng), self.a_move(rng))
    }

    /// A line under or over a diagram.
    pub fn caption(&self, number: u32, rng: &mut ChaCha8Rng) -> String {
        if self.spare {
            return number.to_string();
        }
        let kind = rng.random_range(0..7);
        let caption = match kind {
            0 => format!("Diagram {number}"),
            1 => format!("{number}. White to move"),
            2 => "White to move".to_owned(),
            3 => "Black to play and win".to_owned(),
            4 => format!("{number}"),
            5 => format!("{} - {}", self.name(rng), self.name(rng)),
            _ => format!("Position after {}...{}", number % 40 + 1, self.a_move(rng)),
        };
        match kind {
            1..=3 | 6 if !self.tells_side => number.to_string(),
            _ => caption,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn captions_that_are_not_to_tell_the_side_tell_none_and_draw_as_often() {
        let words = |tells_side| Words {
            spare: false,
            tells_side,
        };
        let mut told = 0;
        for seed in 0..100 {
            let [mut a, mut b] = [0; 2].map(|_| ChaCha8Rng::seed_from_u64(seed));
            let (one, other) = (
                words(true).caption(7, &mut a),
                words(false).caption(7, &mut b),
            );
            assert_eq!(a, b);
            let tells = |text: &str| [" to ", "after"].iter().any(|part| text.contains(part));
            told += usize::from(tells(&one));
            assert!(!tells(&other), "{other}");
        }
        assert!(told > 20, "{told}");
    }
}
