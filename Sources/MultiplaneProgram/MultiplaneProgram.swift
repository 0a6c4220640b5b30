// MultiplaneProgram: the executable `multiplane` in development builds and tests.
//
// In, out: those of the command (`MultiplaneCommand`), a library that `libmultiplane.so` has, too.
// Path:    `main` → `runMultiplane`.

import MultiplaneCommand

@main
enum MultiplaneProgram {
  static func main() { runMultiplane() }
}
