use super::*;

#[test]
fn captions_of_ten_languages_say_a_side() {
    let white = [
        "White to move",
        "White to play and win.",
        "Weiß am Zug",
        "Weiss zieht an und gewinnt",
        "Wit aan zet",
        "Világos lép",
        "Les blancs jouent",
        "Trait aux Blancs",
        "Juegan las blancas",
        "Il bianco muove",
        "Ход белых",
        "Белые начинают и выигрывают",
        "Jogam as brancas",
    ];
    let black = [
        "BLACK TO PLAY",
        "Black's move",
        "Black mates in 3",
        "Schwarz zieht",
        "Zwart speelt en wint",
        "Sötét indul",
        "Les noirs jouent et gagnent",
        "Juegan negras y ganan",
        "Tratto al nero",
        "Ход чёрных",
        "Чёрные начинают",
        "Pretas jogam",
    ];
    for (texts, color) in [(&white[..], Color::White), (&black, Color::Black)] {
        for text in texts {
            assert_eq!(side(text), Some(color), "{text}");
        }
    }
}

#[test]
fn numbers_and_names_may_stand_before_a_caption() {
    for text in [
        "12. White to move",
        "12 White to move",
        "Diagram 12: White to move",
        "No. 7 White to move.",
        "(White to move)",
        "a) White to move",
        "Position after Black's 24th move",
        "Carlsen - Anand, Chennai 2013. White to move",
        "Mate in 2. White to play",
        "White to move (see page 12)",
    ] {
        assert_eq!(side(text), Some(Color::White), "{text}");
    }
}

#[test]
fn a_letter_or_two_may_be_misread() {
    assert_eq!(side("Whitc to movc"), Some(Color::White));
    assert_eq!(side("Wlitc to movc"), None, "three letters in thirteen");
    assert_eq!(side("Xoд бслыц"), None, "two letters in nine");
    assert_eq!(side("Whlte to move"), Some(Color::White));
    assert_eq!(side("B1ack to play and win"), Some(Color::Black));
    assert_eq!(side("Ход белыx"), Some(Color::White));
}

#[test]
fn other_text_says_nothing() {
    for text in [
        "",
        "White",
        "White: Carlsen",
        "Black: to be continued",
        "White wins",
        "Black resigns",
        "Mate in 2",
        "Mate in two moves",
        "White to lose",
        "White mates",
        "White has the move and a clear advantage",
        "and after this move Black",
        "if White to move then the game is over, but with Black to move it is not so clear at all",
        "Weiß gewinnt",
        "Matt in 3 Zügen",
        "Wit wint",
        "Világos nyer",
        "Les blancs gagnent",
        "Ganan las blancas",
        "Il bianco vince",
        "Белые выиграли",
        "Мат в 3 хода",
        "White to move / Black to move",
        "Whack to move",
        "pretas jogam e dama empate",
    ] {
        assert_eq!(side(text), None, "{text}");
    }
}

#[test]
fn steps_become_letters() {
    let letters: Vec<char> = LINE_LETTERS.chars().collect();
    let steps = "|aa|b|bb||c |";
    let mut probs = Array2::zeros((steps.len(), letters.len()));
    for (i, c) in steps.chars().enumerate() {
        let k = letters.iter().position(|l| *l == c).unwrap();
        probs[[i, k]] = 1.0;
    }
    assert_eq!(text(&probs), "abbc ");
    assert_eq!(text(&Array2::zeros((0, 3))), "");
}
