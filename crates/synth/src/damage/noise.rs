//! Random numbers and smooth random fields that are cheap enough for every pixel.

use rand::{Rng, RngExt};
use rand_chacha::ChaCha8Rng;
use std::sync::OnceLock;

/// A small fast generator for per-pixel noise, seeded from the slow one.
pub struct Fast(u64);

impl Fast {
    /// A generator whose stream depends on `rng`'s state only.
    pub fn new(rng: &mut ChaCha8Rng) -> Self {
        Self(rng.next_u64() | 1)
    }

    /// The next 32 random bits (xorshift64*, Marsaglia and Vigna).
    pub fn bits(&mut self) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32) as u32
    }

    /// Uniform in 0..1.
    pub fn unit(&mut self) -> f32 {
        (self.bits() >> 8) as f32 / (1 << 24) as f32
    }

    /// Normal with mean 0 and deviation 1, from a table of 4,096 values.
    pub fn normal(&mut self) -> f32 {
        static TABLE: OnceLock<Vec<f32>> = OnceLock::new();
        let table = TABLE.get_or_init(|| {
            let mut fast = Fast(0x9E37_79B9_7F4A_7C15);
            // The sum of twelve uniform numbers has deviation 1.
            (0..4096)
                .map(|_| (0..12).map(|_| fast.unit()).sum::<f32>() - 6.0)
                .collect()
        });
        table[(self.bits() >> 20) as usize]
    }
}

/// Normal with mean 0 and the given deviation.
pub fn gauss(rng: &mut ChaCha8Rng, deviation: f32) -> f32 {
    deviation * ((0..12).map(|_| rng.random::<f32>()).sum::<f32>() - 6.0)
}

/// A smooth random field over a picture, evaluated row by row.
pub struct Field {
    columns: usize,
    nodes: Vec<f32>,
    cell: f32,
}

impl Field {
    /// A field whose bumps are about `cell` pixels wide, with values -1..1.
    pub fn new(width: usize, height: usize, cell: f32, rng: &mut ChaCha8Rng) -> Self {
        let columns = (width as f32 / cell).ceil() as usize + 2;
        let rows = (height as f32 / cell).ceil() as usize + 2;
        let mut fast = Fast::new(rng);
        Self {
            columns,
            nodes: (0..columns * rows)
                .map(|_| fast.unit() * 2.0 - 1.0)
                .collect(),
            cell,
        }
    }

    /// Writes the field's values along row `y` into `out`.
    pub fn row(&self, y: usize, out: &mut [f32]) {
        let smooth = |t: f32| t * t * (3.0 - 2.0 * t);
        let fy = y as f32 / self.cell;
        let ty = smooth(fy.fract());
        let last = self.nodes.len() / self.columns - 2;
        let top = (fy as usize).min(last) * self.columns;
        let line: Vec<f32> = (0..self.columns)
            .map(|i| {
                let (a, b) = (self.nodes[top + i], self.nodes[top + self.columns + i]);
                a + (b - a) * ty
            })
            .collect();
        let step = 1.0 / self.cell;
        for (x, o) in out.iter_mut().enumerate() {
            let fx = x as f32 * step;
            let i = (fx as usize).min(self.columns - 2);
            let t = smooth(fx - i as f32);
            *o = line[i] + (line[i + 1] - line[i]) * t;
        }
    }
}
