//! The clipboard: a picture from it, a FEN onto it. Only in programs built with the feature
//! `clipboard`; others say so.

use anyhow::Result;

#[cfg(feature = "clipboard")]
mod system {
    use anyhow::{Context, Result, anyhow};
    use arboard::{Clipboard, Error};
    use image::{ImageFormat, RgbaImage};
    use std::io::Cursor;

    /// What went wrong, with the system's words only where they tell more.
    fn plain(error: Error) -> anyhow::Error {
        match error {
            Error::ContentNotAvailable => anyhow!("no picture on the clipboard"),
            Error::ConversionFailure => anyhow!("the picture on the clipboard is damaged"),
            Error::Unknown { description } if description.contains("incorrect type") => {
                anyhow!("no picture on the clipboard, but something else")
            }
            Error::Unknown { description } => anyhow!(description),
            other => other.into(),
        }
    }

    fn open() -> Result<Clipboard> {
        Clipboard::new()
            .map_err(plain)
            .context("the clipboard cannot be used (is there a desktop here?)")
    }

    pub fn picture() -> Result<Vec<u8>> {
        let found = open()?.get_image().map_err(plain)?;
        let size = (found.width.try_into()?, found.height.try_into()?);
        let image = RgbaImage::from_raw(size.0, size.1, found.bytes.into_owned())
            .context("the picture on the clipboard is damaged")?;
        let mut png = Cursor::new(Vec::new());
        image.write_to(&mut png, ImageFormat::Png)?;
        Ok(png.into_inner())
    }

    pub fn copy(text: &str, quiet: bool) -> Result<()> {
        put(&mut open()?, text, quiet)
            .map_err(plain)
            .context("cannot write to the clipboard")
    }

    /// What is copied belongs to the program that copied it and is gone when that ends, so it
    /// waits until something else is copied.
    #[cfg(target_os = "linux")]
    fn put(clipboard: &mut Clipboard, text: &str, quiet: bool) -> Result<(), Error> {
        use arboard::SetExtLinux;
        if !quiet {
            crate::outcome::tell("copied; kept until something else is copied, or Ctrl-C");
        }
        clipboard.set().wait().text(text)
    }

    #[cfg(not(target_os = "linux"))]
    fn put(clipboard: &mut Clipboard, text: &str, _quiet: bool) -> Result<(), Error> {
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

    pub fn copy(_text: &str, _quiet: bool) -> Result<()> {
        bail!(WITHOUT)
    }
}

/// The picture on the clipboard, as PNG.
pub fn picture() -> Result<Vec<u8>> {
    system::picture()
}

/// Puts a text onto the clipboard; where it is gone with this program, waits until another text is
/// put there, and says so unless `quiet`.
pub fn copy(text: &str, quiet: bool) -> Result<()> {
    system::copy(text, quiet)
}
