//! The `fenlens` command.

fn main() -> std::process::ExitCode {
    fenlens_cli::main()
}
