//! fenlens
