//! Reads many pictures on all cores and hands the records on in the order of the inputs.

use crate::{annotate, args::CommonArgs, inputs::Input, outcome, stages};
use anyhow::{Context, Result};
use fenlens::{
    Given, ModelInfo, PictureReading, PictureRecord, Reader,
    classify::{Classifier, OnnxLabelNet, OnnxLatticeNet},
    vision::Picture,
};
use rayon::{ThreadPool, ThreadPoolBuilder, prelude::*};
use std::{
    env, fs,
    path::{Path, PathBuf},
    time::Instant,
};

/// Pictures in hand at a time, for each thread: enough that threads seldom wait for the slowest
/// picture of a round, few enough that records come soon and memory stays flat.
const ROUND: usize = 16;

/// All that is needed to read pictures.
pub struct Work {
    reader: Reader,
    model: ModelInfo,
    given: Given,
    pool: ThreadPool,
    annotate: Option<PathBuf>,
    stages: Option<PathBuf>,
}

impl Work {
    /// Loads the models and makes the threads.
    pub fn new(args: &CommonArgs, stages: Option<PathBuf>) -> Result<Self> {
        let mut builder = ThreadPoolBuilder::new();
        if let Some(n) = args.threads {
            builder = builder.num_threads(n.into());
        }
        let pool = builder.build().context("no threads to be had")?;
        let reader = pool.install(|| reader(args))?;
        for folder in args.annotate.iter().chain(&stages) {
            fs::create_dir_all(folder)
                .with_context(|| format!("{}: cannot make this folder", folder.display()))?;
        }
        Ok(Self {
            model: reader.model(),
            reader,
            given: args.given(),
            pool,
            annotate: args.annotate.clone(),
            stages,
        })
    }

    /// Reads the pictures; `each` gets every record, in the order of the inputs, and stops the run
    /// with an error.
    pub fn run<E>(
        &self,
        inputs: &[Input],
        mut each: impl FnMut(PictureRecord) -> Result<(), E>,
    ) -> Result<(), E> {
        for round in inputs.chunks(ROUND * self.pool.current_num_threads()) {
            let records: Vec<PictureRecord> = self
                .pool
                .install(|| round.par_iter().map(|input| self.one(input)).collect());
            records.into_iter().try_for_each(&mut each)?;
        }
        Ok(())
    }

    fn one(&self, input: &Input) -> PictureRecord {
        let name = input.name();
        self.try_one(input, &name).unwrap_or_else(|error| {
            PictureRecord::failed(&name, &self.model, &outcome::reason(&error))
        })
    }

    fn try_one(&self, input: &Input, name: &str) -> Result<PictureRecord> {
        let bytes = input.bytes()?;
        let (picture, reading) = self.read(&bytes)?;
        let record = PictureRecord::new(name, &self.model, &reading);
        if let Some(folder) = &self.annotate {
            annotate::write(folder, &picture, &record)?;
        }
        if let Some(folder) = &self.stages {
            stages::write(folder, &self.reader, &picture, &reading, &record)?;
        }
        Ok(record)
    }

    fn read(&self, bytes: &[u8]) -> Result<(Picture, PictureReading)> {
        let start = Instant::now();
        let picture = self.reader.decode(bytes)?;
        let decode = start.elapsed();
        let mut reading = self.reader.read(&picture, &self.given)?;
        reading.timings.decode = decode;
        reading.timings.total += decode;
        Ok((picture, reading))
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
    let lattice = OnnxLatticeNet::embedded().context("the built-in model")?;
    let labels = OnnxLabelNet::embedded().context("the built-in model")?;
    Ok(
        Reader::with_nets(args.params(), classifier, Box::new(lattice))
            .with_labels(Box::new(labels)),
    )
}

/// The line of `--timings` for a picture.
pub fn timings(record: &PictureRecord) -> Option<String> {
    let ms = record.ms?;
    Some(format!(
        "fenlens: {}: decode {:.1} ms, detect {:.1}, classify {:.1}, orient {:.1}, total {:.1}",
        record.image, ms.decode, ms.detect, ms.classify, ms.orient, ms.total
    ))
}
