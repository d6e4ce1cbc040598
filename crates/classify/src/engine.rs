//! A part of an ONNX graph, made ready to run in tract.

use crate::{ModelCard, ModelError};
use std::sync::{Arc, OnceLock};
use tract_onnx::{prelude::*, tract_core::plan};

/// A net could not be made ready or run.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the net could not be {doing}: {reason}")]
pub struct NetError {
    /// What was being done: "loaded" or "run".
    pub doing: &'static str,
    /// The engine's own words.
    pub reason: String,
}

impl NetError {
    pub(crate) fn new(doing: &'static str, reason: impl std::fmt::Display) -> Self {
        Self {
            doing,
            reason: format!("{reason:#}"),
        }
    }
}

/// Largest block that glibc may be taught to keep when it is freed (`DEFAULT_MMAP_THRESHOLD_MAX`, 32 MiB), less what its
/// header needs. The tensors of a look have up to 15 MiB.
const KEPT: usize = (32 << 20) - (64 << 10);

/// Has glibc keep the memory of freed tensors for the next ones instead of giving it back to the system after each
/// operation: a seventh of a look's time is spent in taking it anew. Freeing one large block raises the size from
/// which blocks are given back, and what may lie unused, to twice its size (`mallopt(3)`, `M_MMAP_THRESHOLD`). The block is never
/// written to, so it costs nothing; other allocators do not mind.
fn keep_freed_memory() {
    drop(std::hint::black_box(Vec::<u8>::with_capacity(KEPT)));
}

/// A parsed ONNX graph, from which plans are cut.
pub(crate) struct Graph(InferenceModel);

impl Graph {
    pub(crate) fn parse(bytes: &[u8]) -> Result<Self, NetError> {
        keep_freed_memory();
        tract_onnx::onnx()
            .model_for_read(&mut &bytes[..])
            .map(Self)
            .map_err(|e| NetError::new("loaded", e))
    }

    /// The part of the graph from the tensors `inputs` (with their shapes) to the tensors
    /// `outputs`, all named as in the ONNX file. f32 throughout.
    pub(crate) fn plan(
        &self,
        inputs: &[(&str, &[usize])],
        outputs: &[&str],
    ) -> Result<Plan, NetError> {
        self.optimised(inputs, outputs)
            .map(Plan)
            .map_err(|e| NetError::new("loaded", e))
    }

    fn optimised(
        &self,
        inputs: &[(&str, &[usize])],
        outputs: &[&str],
    ) -> TractResult<Arc<TypedRunnableModel>> {
        let mut model = self.0.clone();
        let outlet = |name: &str| {
            self.0
                .find_outlet_label(name)
                .or_else(|| self.0.node_by_name(name).ok().map(|n| n.id.into()))
                .ok_or_else(|| TractError::msg(format!("the file has no tensor named {name:?}")))
        };
        let sources: Vec<OutletId> = inputs
            .iter()
            .map(|(name, _)| outlet(name))
            .collect::<TractResult<_>>()?;
        let ends: Vec<OutletId> = outputs
            .iter()
            .map(|name| outlet(name))
            .collect::<TractResult<_>>()?;
        model.set_input_outlets(&sources)?;
        model.select_output_outlets(&ends)?;
        for (i, (_, shape)) in inputs.iter().enumerate() {
            model.set_input_fact(i, InferenceFact::dt_shape(f32::datum_type(), *shape))?;
        }
        for i in 0..ends.len() {
            model.set_output_fact(i, InferenceFact::default())?;
        }
        // Drops what lies outside the cut, whose shapes would not agree with it.
        model.compact()?;
        model.into_optimized()?.into_runnable()
    }
}

/// A part of a net for fixed input shapes; may be run from many threads at once.
pub(crate) struct Plan(Arc<TypedRunnableModel>);

impl Plan {
    /// Runs the plan on `inputs`, in the order the plan was made with.
    pub(crate) fn run(&self, inputs: Vec<Tensor>) -> Result<TVec<TValue>, NetError> {
        let inputs = inputs.into_iter().map(Into::into).collect();
        self.0
            .spawn()
            .and_then(|mut state| {
                state.run_plan_with_eval(inputs, |context, state, node, inputs| {
                    let outputs = plan::eval(context, state, node, inputs);
                    free_vector_registers();
                    outputs
                })
            })
            .map_err(|e| NetError::new("run", e))
    }
}

/// Marks the upper parts of the vector registers as unused. tract's kernels leave values there, which each SSE instruction
/// after them has to keep: without this, to find three boards on a photograph of a page takes 49 ms instead of 31.
fn free_vector_registers() {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx) = pulp::core_arch::x86::Avx::try_new() {
        avx._mm256_zeroupper();
    }
}

/// Plans of one graph for `N` shapes of its input, each made when it is first asked for.
pub(crate) struct Plans<const N: usize> {
    graph: Graph,
    plans: [OnceLock<Result<Plan, NetError>>; N],
}

impl<const N: usize> Plans<N> {
    /// Of the file `model` that belongs to `card`.
    pub(crate) fn of(model: &[u8], card: ModelCard) -> Result<Self, ModelError> {
        let graph = Graph::parse(model).map_err(|source| ModelError::Net {
            name: card.name,
            source,
        })?;
        Ok(Self {
            graph,
            plans: [const { OnceLock::new() }; N],
        })
    }

    /// Plan `k`, below `N`, from the tensor `input` with its shape to the tensor `output`.
    pub(crate) fn get(
        &self,
        k: usize,
        input: (&str, &[usize]),
        output: &str,
    ) -> Result<&Plan, NetError> {
        self.plans[k]
            .get_or_init(|| self.graph.plan(&[input], &[output]))
            .as_ref()
            .map_err(Clone::clone)
    }
}

#[cfg(all(test, target_os = "linux", target_env = "gnu"))]
mod tests {
    use super::keep_freed_memory;
    use std::hint::black_box;

    /// How often this thread has been given memory by the system, from `/proc/thread-self/stat`.
    fn faults() -> u64 {
        let stat = std::fs::read_to_string("/proc/thread-self/stat").unwrap();
        let (_, after_name) = stat.rsplit_once(')').unwrap();
        after_name
            .split_whitespace()
            .nth(7)
            .unwrap()
            .parse()
            .unwrap()
    }

    #[test]
    fn memory_freed_is_there_for_the_next_tensor() {
        keep_freed_memory();
        let tensor = || drop(black_box(vec![1.0f32; 1 << 20]));
        tensor();
        let before = faults();
        for _ in 0..10 {
            tensor();
        }
        // A tensor has 1,024 pages.
        let taken = faults() - before;
        assert!(taken < 1000, "{taken} pages taken anew");
    }
}
