// MultiplaneProgram: the program `multiplane` as it is built, for tests and for who works on it.
//
// In, out: those of the command (`MultiplaneCommand`), which is a library so that `libmultiplane.so` has it too.
// Path:    `main` → `runMultiplane`.

import MultiplaneCommand

@main
enum MultiplaneProgram {
  static func main() { runMultiplane() }
}
