//! Reads many pictures on all cores and hands the results on in the order of the inputs.

use crate::{annotate, args::CommonArgs, figures::Figures, files, inputs::Input, outcome, stages};
use anyhow::{Context, Result};
use fenlens::{
    Given, ModelInfo, PictureReading, PictureRecord, Reader,
    classify::Classifier,
    vision::{DecodeError, Picture},
};
use image::ImageReader;
use rayon::{ThreadPool, ThreadPoolBuilder, prelude::*};
use std::{
    env, fs,
    panic::{self, AssertUnwindSafe},
    path::{Path, PathBuf},
    time::Instant,
};

/// Pictures in hand at a time, for each thread: enough that threads seldom wait for the slowest
/// picture of a round, few enough that records come soon and memory stays flat.
const ROUND: usize = 16;

/// Pixels from which a picture is read alone, on all threads: many large ones at once would take
/// more memory than there is. Those of phones have mostly 12 million; one of 16 million takes 150 MB.
const LARGE: u64 = 16_000_000;

/// Bytes from which a file is read alone.
const LARGE_FILE: u64 = 64 << 20;

/// All that is needed to read pictures.
pub struct Work {
    reader: Reader,
    model: ModelInfo,
    given: Given,
    pool: ThreadPool,
    annotate: Option<PathBuf>,
    stages: Option<PathBuf>,
    figures: bool,
    replace: bool,
    max_bytes: u64,
}

/// What became of a picture.
pub struct Done {
    /// What was read, or why nothing was.
    pub record: PictureRecord,
    /// Small pictures of it, when they are wanted.
    pub figures: Option<Figures>,
    /// Why a file beside the record could not be written.
    pub trouble: Option<String>,
}

impl Work {
    /// Loads the models and makes the threads; `figures` says whether small pictures are wanted.
    pub fn new(args: &CommonArgs, stages: Option<PathBuf>, figures: bool) -> Result<Self> {
        let mut builder = ThreadPoolBuilder::new();
        if let Some(n) = args.threads {
            builder = builder.num_threads(n.into());
        }
        let pool = builder.build().context("no threads to be had")?;
        let reader = pool.install(|| reader(args))?;
        for folder in args.annotate.iter().chain(&stages) {
            files::make_folder(folder)?;
        }
        Ok(Self {
            model: reader.model(),
            reader,
            given: args.given(),
            pool,
            annotate: args.annotate.clone(),
            stages,
            figures,
            replace: args.force,
            max_bytes: args.limits.max_bytes,
        })
    }

    /// Does `one` for all inputs on all threads; `each` gets every result, in the order of the
    /// inputs, and stops the run with an error.
    pub fn run<T: Send, E>(
        &self,
        inputs: &[Input],
        one: impl Fn(&Input) -> T + Sync,
        mut each: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        for round in inputs.chunks(ROUND * self.pool.current_num_threads()) {
            let small = |input: &Input| (!is_large(input)).then(|| one(input));
            let mut results: Vec<Option<T>> =
                self.pool.install(|| round.par_iter().map(small).collect());
            for (input, result) in round.iter().zip(&mut results) {
                if result.is_none() {
                    *result = Some(self.pool.install(|| one(input)));
                }
            }
            results.into_iter().flatten().try_for_each(&mut each)?;
        }
        Ok(())
    }

    /// Reads one picture.
    pub fn picture(&self, input: &Input) -> Done {
        self.picture_of(&input.name(), self.bytes(input))
    }

    /// The bytes of a picture's file.
    pub fn bytes(&self, input: &Input) -> Result<Vec<u8>> {
        input.bytes(self.max_bytes)
    }

    /// Reads one picture from the bytes of its file. Whatever goes wrong, even in this program
    /// itself, becomes a record.
    pub fn picture_of(&self, name: &str, bytes: Result<Vec<u8>>) -> Done {
        let fallible = || self.try_picture(name, bytes?);
        let failed = |reason: &str| Done {
            record: PictureRecord::failed(name, &self.model, &reason),
            figures: None,
            trouble: None,
        };
        match panic::catch_unwind(AssertUnwindSafe(fallible)) {
            Ok(Ok(done)) => done,
            Ok(Err(error)) => failed(&with_flags(&error)),
            Err(_) => failed("a fault in fenlens itself; please report it with this picture"),
        }
    }

    fn try_picture(&self, name: &str, bytes: Vec<u8>) -> Result<Done> {
        let start = Instant::now();
        let picture = self.reader.decode(&bytes)?;
        // Large files are not kept beside what was made of them.
        drop(bytes);
        let decode = start.elapsed();
        let mut reading = self.reader.read(&picture, &self.given)?;
        reading.timings.decode = decode;
        reading.timings.total += decode;
        let record = PictureRecord::new(name, &self.model, &reading);
        let figures = self
            .figures
            .then(|| Figures::new(&self.reader, &picture, &reading))
            .transpose()?;
        let trouble = self.write_beside(&picture, &reading, &record).err();
        Ok(Done {
            record,
            figures,
            trouble: trouble.map(|e| outcome::reason(&e)),
        })
    }

    /// What `--annotate` and `--stages` ask for.
    fn write_beside(
        &self,
        picture: &Picture,
        reading: &PictureReading,
        record: &PictureRecord,
    ) -> Result<()> {
        if let Some(folder) = &self.annotate {
            annotate::write(folder, picture, record, self.replace)?;
        }
        if let Some(folder) = &self.stages {
            let (reader, replace) = (&self.reader, self.replace);
            stages::write(folder, reader, picture, reading, record, replace)?;
        }
        Ok(())
    }

    /// Whether files are written beside the records.
    pub fn writes_beside(&self) -> bool {
        self.annotate.is_some() || self.stages.is_some()
    }

    /// A text that changes with all that a reading depends on beside the picture's bytes.
    pub fn settings(&self) -> String {
        format!(
            "{} {} {:?} {:?} {}",
            env!("CARGO_PKG_VERSION"),
            self.model.sha256,
            self.reader.params(),
            self.given,
            self.figures
        )
    }
}

/// Whether a file is large or, by its header, becomes a large picture.
fn is_large(input: &Input) -> bool {
    let Input::File(path) = input else {
        return false;
    };
    if path.metadata().is_ok_and(|data| data.len() > LARGE_FILE) {
        return true;
    }
    let size = || {
        let reader = ImageReader::open(path).ok()?.with_guessed_format().ok()?;
        reader.into_dimensions().ok()
    };
    let size = panic::catch_unwind(size).ok().flatten();
    size.is_some_and(|(width, height)| u64::from(width) * u64::from(height) > LARGE)
}

/// The reason, with the options that raise the limit where one was met.
fn with_flags(error: &anyhow::Error) -> String {
    let reason = outcome::reason(error);
    match error.downcast_ref::<DecodeError>() {
        Some(DecodeError::TooLarge { .. }) => reason + " (--max-side, --max-pixels)",
        Some(DecodeError::Scans { .. }) => reason + " (--max-pixels)",
        Some(DecodeError::Slow { .. }) => reason + " (--max-seconds)",
        Some(DecodeError::Memory { .. }) => reason + " (--max-memory)",
        _ => reason,
    }
}

/// The reader, with the model named on the command line or in the environment, else its own.
fn reader(args: &CommonArgs) -> Result<Reader> {
    let named = args
        .model
        .clone()
        .or_else(|| env::var_os("FENLENS_MODEL").map(PathBuf::from));
    let Some(path) = named else {
        return Reader::new(args.params()).context("the built-in model");
    };
    let read = |path: &Path| {
        fs::read(path).with_context(|| format!("{}: cannot read this model file", path.display()))
    };
    let model = read(&path)?;
    let card = String::from_utf8_lossy(&read(&path.with_extension("json"))?).into_owned();
    let classifier = Classifier::load(&model, &card).with_context(|| path.display().to_string())?;
    Reader::with_classifier(args.params(), classifier).context("the built-in model")
}

/// The line of `--timings` for a picture.
pub fn timings(record: &PictureRecord) -> Option<String> {
    let ms = record.ms?;
    Some(format!(
        "fenlens: {}: decode {:.1} ms, detect {:.1}, classify {:.1}, orient {:.1}, total {:.1}",
        record.image, ms.decode, ms.detect, ms.classify, ms.orient, ms.total
    ))
}
