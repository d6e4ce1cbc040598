//! Letters as the net reads them.

/// A text in the letters of [`fenlens_classify::LINE_LETTERS`]: small, without accents, Cyrillic
/// letters that look like Latin ones as these, ß as ss. What has no such letter is left out.
pub(super) fn fold(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars().flat_map(char::to_lowercase) {
        match same(c) {
            'ß' => out.push_str("ss"),
            'æ' => out.push_str("ae"),
            'œ' => out.push_str("oe"),
            c if fenlens_classify::LINE_LETTERS[1..].contains(c) => out.push(c),
            _ => {}
        }
    }
    out
}

/// The letter of the same shape, accents aside.
fn same(c: char) -> char {
    match c {
        'á' | 'à' | 'â' | 'ä' | 'ã' | 'å' | 'ą' | 'а' => 'a',
        'в' => 'b',
        'ç' | 'ć' | 'č' | 'с' => 'c',
        'é' | 'è' | 'ê' | 'ë' | 'ę' | 'ě' | 'е' | 'ё' => 'e',
        'н' => 'h',
        'í' | 'ì' | 'î' | 'ï' | 'і' => 'i',
        'к' => 'k',
        'ł' => 'l',
        'м' => 'm',
        'ñ' | 'ń' => 'n',
        'ó' | 'ò' | 'ô' | 'ö' | 'õ' | 'ő' | 'ø' | 'о' => 'o',
        'р' => 'p',
        'š' | 'ś' => 's',
        'т' => 't',
        'ú' | 'ù' | 'û' | 'ü' | 'ű' => 'u',
        'х' => 'x',
        'у' | 'ý' => 'y',
        'ž' | 'ż' | 'ź' => 'z',
        'й' => 'и',
        '’' | '‘' | '`' => '\'',
        '–' | '—' => '-',
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_one_shape_are_one() {
        assert_eq!(fold("Weiß zieht, hält"), "weiss zieht, halt");
        assert_eq!(fold("Világos lép – ő"), "vilagos lep - o");
        assert_eq!(fold("Ход чёрных"), "xoд чephыx");
        assert_eq!(fold("White’s | 漢"), "white's  ");
    }
}
