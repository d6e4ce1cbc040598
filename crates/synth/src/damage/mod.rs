//! Damage: what print, light, cameras and file formats do to a flat, clean scene, with the truth
//! carried along exactly.
//!
//! The order is that of the world: ink on paper ([`mod@print`]), the view ([`warp`]), light and things
//! in the way ([`light`]), lens, sensor and file ([`camera`]).

pub mod camera;
pub mod light;
pub mod noise;
mod plan;
pub mod print;
pub mod raster;
mod stages;
mod view;
pub mod warp;

pub use plan::{Plan, Severity, View, damage};
