use super::*;
use crate::art::{ArtLibrary, luminance};
use crate::random_position;
use fenlens_fen::Piece;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

const KINDS: [BoardKind; 3] = [BoardKind::Screen, BoardKind::Print, BoardKind::Font];

fn draw(seed: u64, kind: BoardKind, bottom: Color, side: u32) -> BoardDrawing {
    let library = ArtLibrary::builtin();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let style = BoardStyle::random(&mut rng, kind, &library);
    let placement = random_position(&mut rng);
    draw_board(
        &placement,
        bottom,
        &library.families[0],
        &style,
        side,
        &mut rng,
    )
}

/// Mean luminance 0..=255 of the middle of a square in image order.
fn middle(drawing: &BoardDrawing, square: usize) -> f32 {
    let (row, column) = (square / 8, square % 8);
    let (a, b) = (
        drawing.lattice[row][column],
        drawing.lattice[row + 1][column + 1],
    );
    let (mut sum, mut count) = (0.0, 0.0);
    for y in a.y as u32..b.y as u32 {
        for x in a.x as u32..b.x as u32 {
            let p = drawing.image.get_pixel(x, y).0.map(f32::from);
            sum += luminance(p);
            count += 1.0;
        }
    }
    sum / count
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_another_seed_others() {
    for kind in KINDS {
        let (a, b) = (
            draw(7, kind, Color::White, 24),
            draw(7, kind, Color::White, 24),
        );
        assert_eq!(a.image.as_raw(), b.image.as_raw());
        assert_eq!(a.labels, b.labels);
        assert_ne!(
            a.image.as_raw(),
            draw(8, kind, Color::White, 24).image.as_raw()
        );
    }
}

#[test]
fn lattice_and_labels_lie_in_the_image_and_the_field_is_opaque() {
    for seed in 0..40 {
        let drawing = draw(
            seed,
            KINDS[seed as usize % 3],
            Color::Black,
            12 + seed as u32,
        );
        let (w, h) = (drawing.image.width() as f32, drawing.image.height() as f32);
        let side = drawing.summary.square_px as f32;
        for (row, line) in drawing.lattice.iter().enumerate() {
            for (column, p) in line.iter().enumerate() {
                assert!(p.x >= 0.0 && p.y >= 0.0 && p.x <= w && p.y <= h);
                assert_eq!(p.x - drawing.lattice[0][0].x, column as f32 * side);
                assert_eq!(p.y - drawing.lattice[0][0].y, row as f32 * side);
            }
        }
        for label in &drawing.labels {
            let (x, y, r) = (label.centre.x, label.centre.y, label.height / 2.0);
            assert!(
                x > 0.0 && x < w && y - r > -1.0 && y + r < h + 1.0,
                "seed {seed}: {label:?} in {w}x{h}"
            );
        }
        let (from, to) = (drawing.lattice[0][0], drawing.lattice[8][8]);
        for y in from.y as u32..to.y as u32 {
            for x in from.x as u32..to.x as u32 {
                assert_eq!(drawing.image.get_pixel(x, y).0[3], 255);
            }
        }
    }
}

#[test]
fn men_stand_where_the_truth_says_whoever_is_at_the_bottom() {
    let library = ArtLibrary::builtin();
    let placement: Placement = "8/8/8/8/8/8/8/K7".parse().unwrap_or_default();
    let style = BoardStyle::plain(library.fonts[0].clone());
    for (bottom, square) in [(Color::White, 56), (Color::Black, 7)] {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let drawn = draw_board(
            &placement,
            bottom,
            &library.families[0],
            &style,
            32,
            &mut rng,
        );
        let bare = draw_board(
            &Placement::EMPTY,
            bottom,
            &library.families[0],
            &style,
            32,
            &mut rng,
        );
        for i in 0..64 {
            // Tested inside the square: men may reach a little over its edge.
            let (x, y) = (
                drawn.lattice[0][0].x as u32 + i as u32 % 8 * 32,
                drawn.lattice[0][0].y as u32 + i as u32 / 8 * 32,
            );
            let differ = |dx, dy| {
                drawn.image.get_pixel(x + dx, y + dy) != bare.image.get_pixel(x + dx, y + dy)
            };
            let changed = (8..24).any(|dy| (8..24).any(|dx| differ(dx, dy)));
            assert_eq!(changed, i == square, "{bottom:?} {i}");
        }
    }
}

#[test]
fn white_men_are_lighter_than_black_ones_in_every_look() {
    let library = ArtLibrary::builtin();
    for seed in 0..60 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut style = BoardStyle::random(&mut rng, KINDS[seed as usize % 2], &library);
        // Marks and textures under men are not what is tested.
        style.surface = Surface::Flat {
            light: [0.6; 3],
            dark: [0.6; 3],
        };
        style.marks = Marks::default();
        style.grid = None;
        style.labels.place = LabelPlace::None;
        let mut placement = Placement::EMPTY;
        for (i, piece) in Piece::ALL.into_iter().enumerate() {
            placement.0[i * 4] = Some(piece);
        }
        let drawing = draw_board(
            &placement,
            Color::White,
            &library.families[0],
            &style,
            40,
            &mut rng,
        );
        for i in 0..6 {
            let (white, black) = (middle(&drawing, i * 4), middle(&drawing, (i + 6) * 4));
            assert!(
                white > black + 4.0,
                "seed {seed} man {i}: {white} against {black}"
            );
        }
    }
}

#[test]
fn labels_name_their_files_and_ranks() {
    let library = ArtLibrary::builtin();
    let mut style = BoardStyle::plain(library.fonts[0].clone());
    style.labels.place = LabelPlace::Outside([false, false, true, true]);
    for (bottom, files, ranks) in [
        (Color::White, "abcdefgh", "87654321"),
        (Color::Black, "hgfedcba", "12345678"),
    ] {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let drawing = draw_board(
            &Placement::EMPTY,
            bottom,
            &library.families[0],
            &style,
            30,
            &mut rng,
        );
        let read = |side: LabelSide| {
            let mut found: Vec<_> = drawing.labels.iter().filter(|l| l.side == side).collect();
            found.sort_by(|a, b| (a.centre.x + a.centre.y).total_cmp(&(b.centre.x + b.centre.y)));
            found.iter().map(|l| l.ch).collect::<String>()
        };
        assert_eq!(read(LabelSide::Bottom), files);
        assert_eq!(read(LabelSide::Left), ranks);
    }
}
