//! Who attacks what: the men by colour and role as sets, and attack detection on them. Any board is allowed, legal or not.

use crate::{Color, Piece, Placement, Role, Square, SquareSet};

/// The men of a board as sets of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Men {
    colors: [SquareSet; 2],
    roles: [SquareSet; 6],
}

impl Men {
    /// Gathers the men of a placement.
    pub fn new(placement: &Placement) -> Men {
        let mut men = Men {
            colors: [SquareSet::EMPTY; 2],
            roles: [SquareSet::EMPTY; 6],
        };
        for (i, man) in placement.0.iter().enumerate() {
            if let Some(piece) = man {
                men.colors[piece.color.index()].0 |= 1 << i;
                men.roles[piece.role.index()].0 |= 1 << i;
            }
        }
        men
    }

    /// All occupied squares.
    pub const fn occupied(&self) -> SquareSet {
        self.colors[0].or(self.colors[1])
    }

    /// The squares of one colour's men.
    pub const fn color(&self, color: Color) -> SquareSet {
        self.colors[color.index()]
    }

    /// The squares of one role's men, both colours.
    pub const fn role(&self, role: Role) -> SquareSet {
        self.roles[role.index()]
    }

    /// The squares on which this man stands.
    pub const fn of(&self, color: Color, role: Role) -> SquareSet {
        self.color(color).and(self.role(role))
    }

    /// The square of the only king of this colour; nothing if there is none or more than one.
    pub const fn king(&self, color: Color) -> Option<Square> {
        let kings = self.of(color, Role::King);
        if kings.len() == 1 {
            kings.first()
        } else {
            None
        }
    }

    /// Puts a man on a square, which must be empty.
    pub const fn put(&mut self, square: Square, piece: Piece) {
        self.colors[piece.color.index()].0 |= 1 << square.index();
        self.roles[piece.role.index()].0 |= 1 << square.index();
    }

    /// Clears a square.
    pub const fn clear(&mut self, square: Square) {
        let keep = !(1 << square.index());
        self.colors[0].0 &= keep;
        self.colors[1].0 &= keep;
        let mut role = 0;
        while role < 6 {
            self.roles[role].0 &= keep;
            role += 1;
        }
    }

    /// The men of `by` that attack the square: the nearest man on each line, knights, kings, and pawns by their direction.
    pub fn attackers(&self, square: Square, by: Color) -> SquareSet {
        let at = square.index();
        // A pawn of `by` attacks this square from where a pawn of the other colour standing here would strike.
        let mut found = PAWN_STRIKES[by.other().index()][at].and(self.role(Role::Pawn));
        found = found.or(KNIGHT_STEPS[at].and(self.role(Role::Knight)));
        found = found.or(KING_STEPS[at].and(self.role(Role::King)));
        let queens = self.role(Role::Queen);
        let straight = self.role(Role::Rook).or(queens);
        let diagonal = self.role(Role::Bishop).or(queens);
        for (direction, sliders) in [(0, straight), (4, diagonal)] {
            if EMPTY_BOARD[direction / 4][at].and(sliders).is_empty() {
                continue;
            }
            for ray in direction..direction + 4 {
                if let Some(nearest) = self.nearest(square, ray) {
                    found = found.or(SquareSet::of(nearest).and(sliders));
                }
            }
        }
        found.and(self.color(by))
    }

    /// True when a man of `by` attacks the square.
    pub fn attacked(&self, square: Square, by: Color) -> bool {
        !self.attackers(square, by).is_empty()
    }

    /// The nearest occupied square in one of the `DIRECTIONS`.
    fn nearest(&self, square: Square, direction: usize) -> Option<Square> {
        let hit = RAYS[direction][square.index()].and(self.occupied());
        // Indices grow to the right and downwards, so the nearest square is the first or the last of the ray.
        let (files, ranks) = DIRECTIONS[direction];
        if files - 8 * ranks > 0 {
            hit.first()
        } else {
            hit.last()
        }
    }
}

/// Steps (files, ranks) of the eight lines: four straight ones, then four diagonals.
pub const DIRECTIONS: [(i8, i8); 8] = [
    (1, 0),
    (-1, 0),
    (0, 1),
    (0, -1),
    (1, 1),
    (-1, -1),
    (1, -1),
    (-1, 1),
];

const fn squares_of_steps<const N: usize>(steps: [(i8, i8); N]) -> [SquareSet; 64] {
    let mut table = [SquareSet::EMPTY; 64];
    let mut at = 0;
    while at < 64 {
        let mut i = 0;
        while i < N {
            if let Some(from) = Square::new(at)
                && let Some(to) = from.offset(steps[i].0, steps[i].1)
            {
                table[at] = table[at].or(SquareSet::of(to));
            }
            i += 1;
        }
        at += 1;
    }
    table
}

const fn rays() -> [[SquareSet; 64]; 8] {
    let mut table = [[SquareSet::EMPTY; 64]; 8];
    let mut direction = 0;
    while direction < 8 {
        let (files, ranks) = DIRECTIONS[direction];
        let mut at = 0;
        while at < 64 {
            let mut from = Square::new(at);
            while let Some(square) = from {
                from = square.offset(files, ranks);
                if let Some(next) = from {
                    table[direction][at] = table[direction][at].or(SquareSet::of(next));
                }
            }
            at += 1;
        }
        direction += 1;
    }
    table
}

const fn lines() -> [[SquareSet; 64]; 2] {
    let mut table = [[SquareSet::EMPTY; 64]; 2];
    let mut i = 0;
    while i < 8 * 64 {
        let (direction, at) = (i / 64, i % 64);
        table[direction / 4][at] = table[direction / 4][at].or(RAYS[direction][at]);
        i += 1;
    }
    table
}

static RAYS: [[SquareSet; 64]; 8] = rays();
static EMPTY_BOARD: [[SquareSet; 64]; 2] = lines();

/// Where a knight reaches from each square.
pub static KNIGHT_STEPS: [SquareSet; 64] = squares_of_steps([
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
]);

/// Where a king reaches from each square.
pub static KING_STEPS: [SquareSet; 64] = squares_of_steps(DIRECTIONS);

/// Where a pawn of each colour captures from each square.
pub static PAWN_STRIKES: [[SquareSet; 64]; 2] = [
    squares_of_steps([(1, 1), (-1, 1)]),
    squares_of_steps([(1, -1), (-1, -1)]),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn attackers(board: &str, square: &str, by: Color) -> String {
        let men = Men::new(&board.parse().unwrap());
        let names: Vec<String> = men
            .attackers(square.parse().unwrap(), by)
            .map(|s| s.to_string())
            .collect();
        names.join(" ")
    }

    #[test]
    fn every_kind_of_man_attacks_in_his_way() {
        let board = "4r3/8/2b3n1/3pp3/q3K2q/3P4/8/8";
        // d5 strikes towards rank 4 and shuts off c6; e5 shuts off e8 and strikes beside the king.
        assert_eq!(attackers(board, "e4", Color::Black), "d5 a4 h4");
        assert_eq!(attackers(board, "e5", Color::Black), "e8 g6");
        assert_eq!(attackers(board, "e4", Color::White), "d3");
        assert_eq!(attackers(board, "e2", Color::White), "");
    }

    #[test]
    fn lines_reach_in_all_eight_directions() {
        let board = "Q2Q2Q1/8/8/Q2k2Q1/8/8/Q2Q2Q1/8";
        assert_eq!(
            attackers(board, "d5", Color::White),
            "a8 d8 g8 a5 g5 a2 d2 g2"
        );
    }

    #[test]
    fn kings_reach_one_step() {
        assert_eq!(attackers("8/8/4k3/8/4K3/8/8/8", "e5", Color::White), "e4");
        assert_eq!(attackers("8/8/4k3/8/4K3/8/8/8", "e4", Color::Black), "");
    }
}
