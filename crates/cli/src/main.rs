//! The `fenlens` command.

/// Keeps the memory of the nets' tensors from one run to the next: given back and asked for anew each time, a fifth
/// of the time of a look for boards goes into that.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    fenlens_cli::main()
}
