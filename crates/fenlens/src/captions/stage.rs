//! The stages of a [`Reader`] that read captions.

use super::{Page, lines, read, said};
use crate::Reader;
use fenlens_classify::NetError;
use fenlens_fen::Color;
use fenlens_vision::{Picture, Quad, TextLine};

impl Reader {
    /// The lines of text that belong to each of the boards at `quads` (turned upright), nearest
    /// first: what stands between boards goes by where the page's captions stand.
    pub fn find_lines(&self, picture: &Picture, quads: &[Quad]) -> Vec<Vec<TextLine>> {
        lines(picture, quads)
    }

    /// What lines found near the board at `quad` say, in small letters without accents. Nothing
    /// without a net that reads lines of text.
    ///
    /// # Errors
    /// [`NetError`] when the net fails.
    pub fn read_lines(
        &self,
        picture: &Picture,
        quad: &Quad,
        lines: &[TextLine],
    ) -> Result<Vec<String>, NetError> {
        match &self.captions {
            Some(net) => read(&**net, picture, quad, lines),
            None => Ok(Vec::new()),
        }
    }

    /// The side that the lines of a board say is to move, unless they say both.
    pub fn captioned_side(&self, lines: &[String]) -> Option<Color> {
        said(lines)
    }

    /// The side that the captions of board `k` of a page, turned by `quarters`, say is to move.
    pub(crate) fn caption(
        &self,
        page: &mut Page,
        k: usize,
        quarters: usize,
    ) -> Result<Option<Color>, NetError> {
        if self.captions.is_none() {
            return Ok(None);
        }
        let (picture, quad) = (page.picture, page.quads[k].turned(quarters));
        let texts = self.read_lines(picture, &quad, page.lines(k, quarters))?;
        Ok(self.captioned_side(&texts))
    }
}
