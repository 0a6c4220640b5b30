/// Keeps a value, and all that it refers to, until the process ends.
///
/// For the layer trees of a command that ends when its picture is written: to free them object by
/// object would take several percent of its time. A value whose end does more than free memory,
/// such as an open file, is not kept this way.
func keepUntilExit<Value>(_ value: Value) {
  UnsafeMutablePointer<Value>.allocate(capacity: 1).initialize(to: value)
}
