//! Lines of text around diagrams: captions that say which side is to move, and others that do not.

use crate::art::TextFont;
use fenlens_fen::Color;
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// One form a line: language, tab, form. See the file.
const CAPTIONS: &str = include_str!("../../data/captions.txt");

/// A caption and the side that it says is to move, in a random language, form and case.
pub fn caption(rng: &mut ChaCha8Rng) -> (String, Color) {
    let forms: Vec<(&str, &str)> = CAPTIONS
        .lines()
        .filter(|l| !l.starts_with('#'))
        .filter_map(|l| l.split_once('\t'))
        .collect();
    // Languages alike, but English twice as often.
    let languages = ["en", "en", "de", "nl", "hu", "fr", "es", "it", "ru", "pt"];
    let language = pick(rng, &languages);
    let of: Vec<&str> = forms
        .iter()
        .filter(|f| f.0 == language)
        .map(|f| f.1)
        .collect();
    let side = if rng.random_bool(0.5) {
        Color::White
    } else {
        Color::Black
    };
    let text = cased(expand(pick(rng, &of), side, rng), rng);
    (garnished(text, rng), side)
}

fn pick<'a>(rng: &mut ChaCha8Rng, list: &[&'a str]) -> &'a str {
    list[rng.random_range(0..list.len())]
}

/// A form with its choices made.
fn expand(form: &str, side: Color, rng: &mut ChaCha8Rng) -> String {
    let mut out = String::new();
    let mut rest = form;
    while let Some(at) = rest.find(['[', '<', '#']) {
        out.push_str(&rest[..at]);
        let (open, after) = rest[at..].split_at(1);
        rest = after;
        if open == "#" {
            out.push(char::from(b'0' + rng.random_range(2..6u8)));
            continue;
        }
        let close = if open == "[" { ']' } else { '>' };
        let (inside, after) = rest.split_once(close).unwrap_or((rest, ""));
        rest = after;
        out.push_str(&if open == "[" {
            let (white, black) = inside.split_once('|').unwrap_or((inside, inside));
            if side == Color::White { white } else { black }.to_owned()
        } else {
            let parts: Vec<&str> = inside.split(';').collect();
            pick(rng, &parts).to_owned()
        });
    }
    out + rest
}

/// Mostly as it is; all capitals, all small.
fn cased(text: String, rng: &mut ChaCha8Rng) -> String {
    match rng.random_range(0..100) {
        0..10 => text.to_uppercase(),
        10..15 => text.to_lowercase(),
        _ => text,
    }
}

/// With a number, brackets or a stop, as captions have them.
fn garnished(text: String, rng: &mut ChaCha8Rng) -> String {
    let number = rng.random_range(1..600);
    match rng.random_range(0..100) {
        0..50 => text,
        50..65 => text + ".",
        65..70 => format!("({text})"),
        70..80 => format!("{number}. {text}"),
        80..84 => format!("{number} {text}"),
        84..88 => text + "!",
        88..92 => text + ":",
        92..96 => format!("Diagram {number}. {text}"),
        _ => format!(
            "{}, {}. {text}",
            name_pair(rng),
            rng.random_range(1886..2026)
        ),
    }
}

/// Words of chess books in the languages of the captions, and the words of the captions too.
const WORDS: &[&str] = &[
    "the and with after white black to move wins draw position attack king queen rook bishop knight pawn better because \
     of his her in is it now then if not advantage endgame opening variation sacrifice exchange centre file rank \
     diagonal passed weak strong square threat mate check continued played plays moves White Black would have been \
     which cannot defend against following line resigned game champion tournament round analysis",
    "der die das und nicht mit auf wird Weiß Weiss Schwarz zieht Stellung Partie Turm Springer Läufer Dame König Bauer \
     Zug am gewinnt remis Angriff Opfer über für möglich hätte können größer spielt nach dem Zuge schließlich Fehler \
     Züge matt setzt Diagramm Aufgabe Eröffnung Endspiel Jahr später Vorteil",
    "een het van wit zwart aan zet speelt wint mat in met en de toren loper paard dame koning pion stelling partij \
     remise beter niet voor naar zetten wordt geeft toernooi ronde",
    "hogy egy nem lesz kell világos sötét lép indul nyer bástya futó huszár vezér király gyalog állás játszma döntetlen \
     lépésben mattot ad és következik után jobb előny áldozat győzött verseny",
    "le la les des blancs noirs trait aux jouent gagnent et de du un une coup coups roi dame tour fou cavalier pion mat \
     échec partie position nulle après très être même où déjà attaque défense milieu français",
    "las los blancas negras juegan mueven ganan y el la un una mate en jugadas rey dama torre alfil caballo peón tablas \
     partida posición después más así también según señor niño apertura ventaja ataque",
    "il bianco nero muove gioca vince e in mosse matto tratto al tocca re donna torre alfiere cavallo pedone patta partita \
     posizione dopo più così può perché città vantaggio della dello",
    "белые чёрные черных ход белых начинают выигрывают мат в хода и не на с после партия король ферзь ладья слон конь \
     пешка ничья позиция лучше атака игра турнир чемпион диаграмма задача дебют эндшпиль ходов можно было если шах \
     хорошо объём съесть цель щит эта юность яд вышел жертва",
    "brancas pretas jogam as ganham e o os rei dama torre bispo cavalo peão posição não são também empate lance depois",
    "białe czarne zaczynają ruch białych król hetman wieża goniec skoczek pionek mat remis gra została dobrze źle łódź",
];

const NAMES: &[&str] = &[
    "Carlsen",
    "Nakamura",
    "Berger",
    "Novák",
    "Okada",
    "Sánchez",
    "Lindqvist",
    "Meyer",
    "Petrova",
    "Haddad",
    "Dubois",
    "Silva",
    "Kovács",
    "De Vries",
    "Tanaka",
    "Olsen",
    "Иванов",
    "Петросян",
    "Ботвинник",
    "Tal",
    "Anand",
    "Réti",
    "Weiss",
    "Schwarz",
    "White",
    "Blackburne",
    "Bianchi",
    "Fehér",
    "Fekete",
    "player_19",
    "gambit77",
    "Stockfish 16",
    "Guest",
];

/// Lines near diagrams that speak of a side, and say nothing of whose move it is.
const OTHER: &[&str] = &[
    "White: [Carlsen|Nakamura]",
    "Black: [Novák|Silva]",
    "White wins",
    "Black wins",
    "White resigned",
    "Black resigns",
    "White is better",
    "Black is winning",
    "White has a clear advantage",
    "Black has good play",
    "Mate in #",
    "Mate in # moves",
    "White to lose",
    "The black king",
    "White pawns",
    "Black pieces",
    "Weiß gewinnt",
    "Schwarz gab auf",
    "Weiß steht besser",
    "Schwarz: [Meyer|Olsen]",
    "Matt in # Zügen",
    "Wit wint",
    "Zwart geeft op",
    "Mat in # zetten",
    "Világos nyer",
    "Sötét feladta",
    "Matt # lépésben",
    "Les blancs gagnent",
    "Les noirs abandonnent",
    "Mat en # coups",
    "Las blancas ganan",
    "Las negras abandonan",
    "Mate en # jugadas",
    "Il bianco vince",
    "Il nero abbandona",
    "Matto in # mosse",
    "Белые выиграли",
    "Чёрные сдались",
    "Мат в # хода",
    "Puzzle #",
    "Exercise ##",
    "Chapter #. The opening",
    "Position after ##...Rd8",
    "Daily puzzle",
    "Rapid 10+0 rated",
    "1-0",
    "0-1 (##)",
    "Analysis board",
    "Next puzzle",
    "Your turn",
    "Solution on page ##",
    "Siehe Seite ##",
    "Voir page ##",
    "Play again",
    "Share this position",
    "Rating: 1##0",
    "www.example.org/game/##",
];

fn name_pair(rng: &mut ChaCha8Rng) -> String {
    let dash = pick(rng, &[" - ", " – ", "-", " vs ", " — "]);
    format!("{}{dash}{}", pick(rng, NAMES), pick(rng, NAMES))
}

/// A line that says nothing of whose move it is, of about `letters` letters where it is running
/// text.
pub fn other(letters: usize, rng: &mut ChaCha8Rng) -> String {
    let text = match rng.random_range(0..100) {
        0..40 => prose(letters, rng),
        40..52 => moves(letters, rng),
        52..64 => name_pair(rng),
        64..90 => expand(pick(rng, OTHER), Color::White, rng),
        90..95 => format!("Diagram {}", rng.random_range(1..900)),
        _ => {
            let (event, year) = (
                pick(rng, &["Wijk aan Zee", "London", "Москва", "Budapest"]),
                rng.random_range(1886..2026),
            );
            format!("{event} {year}")
        }
    };
    cased(text, rng)
}

/// Words of one language, now and then with their letters mixed.
pub fn prose(letters: usize, rng: &mut ChaCha8Rng) -> String {
    let words: Vec<&str> = WORDS[rng.random_range(0..WORDS.len())]
        .split_whitespace()
        .collect();
    let mut out = String::new();
    while out.chars().count() < letters {
        let mut word: Vec<char> = pick(rng, &words).chars().collect();
        if rng.random_bool(0.25) {
            word.shuffle(rng);
        }
        out.extend(word);
        if rng.random_bool(0.12) {
            out.push(['.', ',', ',', ';', '!', '?', ':'][rng.random_range(0..7)]);
        }
        out.push(' ');
    }
    out.trim_end().to_owned()
}

/// Numbered moves.
fn moves(letters: usize, rng: &mut ChaCha8Rng) -> String {
    let mut number = rng.random_range(1..60);
    let mut out = String::new();
    while out.chars().count() < letters {
        let mut a_move = || {
            let man = pick(
                rng,
                &[
                    "", "", "N", "B", "R", "Q", "K", "S", "T", "D", "L", "C", "F",
                ],
            );
            let file = char::from(b'a' + rng.random_range(0..8u8));
            let takes = if rng.random_bool(0.2) { "x" } else { "" };
            let check = pick(rng, &["", "", "", "+", "!", "?", "!?", "#"]);
            format!("{man}{takes}{file}{}{check}", rng.random_range(1..9))
        };
        out.push_str(&format!("{number}.{} {} ", a_move(), a_move()));
        number += 1;
    }
    out.trim_end().to_owned()
}

/// Whether a font has all letters of a text.
pub fn spells(font: &TextFont, text: &str) -> bool {
    text.chars().all(|c| font.has(c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn forms_are_filled_in() {
        let rng = &mut ChaCha8Rng::seed_from_u64(1);
        let form = "[Wit|Zwart] <geeft;geeft> mat in # zetten";
        let text = expand(form, Color::Black, rng);
        assert!(
            text.starts_with("Zwart geeft mat in ") && text.ends_with(" zetten"),
            "{text}"
        );
        for _ in 0..300 {
            let (text, _) = caption(rng);
            assert!(!text.contains(['[', ']', '<', '>', '|', ';']), "{text}");
            assert!(!other(30, rng).is_empty());
        }
    }
}
