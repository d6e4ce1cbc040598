//! The clipboard: a picture from it, a FEN onto it. Only in programs built with the feature
//! `clipboard`; others say so.

use anyhow::Result;

#[cfg(feature = "clipboard")]
mod system {
    use anyhow::{Context, Result};
    use arboard::Clipboard;
    use image::{ImageFormat, RgbaImage};
    use std::io::Cursor;

    const NONE: &str = "the clipboard cannot be used (is there a desktop here?)";

    pub fn picture() -> Result<Vec<u8>> {
        let found = Clipboard::new().context(NONE)?.get_image();
        let found = found.context("no picture on the clipboard")?;
        let size = (found.width.try_into()?, found.height.try_into()?);
        let image = RgbaImage::from_raw(size.0, size.1, found.bytes.into_owned())
            .context("the picture on the clipboard is damaged")?;
        let mut png = Cursor::new(Vec::new());
        image.write_to(&mut png, ImageFormat::Png)?;
        Ok(png.into_inner())
    }

    pub fn copy(text: &str) -> Result<()> {
        let mut clipboard = Clipboard::new().context(NONE)?;
        put(&mut clipboard, text).context("cannot write to the clipboard")
    }

    /// What is copied belongs to the program that copied it and is gone when that ends, so it
    /// waits until something else is copied.
    #[cfg(target_os = "linux")]
    fn put(clipboard: &mut Clipboard, text: &str) -> Result<(), arboard::Error> {
        use arboard::SetExtLinux;
        crate::outcome::tell("copied; kept until something else is copied, or Ctrl-C");
        clipboard.set().wait().text(text)
    }

    #[cfg(not(target_os = "linux"))]
    fn put(clipboard: &mut Clipboard, text: &str) -> Result<(), arboard::Error> {
        clipboard.set_text(text)
    }
}

#[cfg(not(feature = "clipboard"))]
mod system {
    use anyhow::{Result, bail};

    const WITHOUT: &str = "this fenlens was built without the clipboard; install it with: \
                           cargo install --path crates/cli --features clipboard";

    pub fn picture() -> Result<Vec<u8>> {
        bail!(WITHOUT)
    }

    pub fn copy(_text: &str) -> Result<()> {
        bail!(WITHOUT)
    }
}

/// The picture on the clipboard, as PNG.
pub fn picture() -> Result<Vec<u8>> {
    system::picture()
}

/// Puts a text onto the clipboard.
pub fn copy(text: &str) -> Result<()> {
    system::copy(text)
}
