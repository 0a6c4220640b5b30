/// A vertex buffer of instance records on the device, made by `Device.makeBuffer` and uploaded for
/// each frame.
package final class Buffer {
  package let name: BufferName
  package let label: String
  /// The size of the last upload, in bytes.
  package internal(set) var byteCount = 0
  /// The allocated size, in bytes.
  package internal(set) var capacity = 0
  /// The context generation in which the buffer was made.
  package let generation: UInt64
  private let garbage: GarbageList

  init(name: BufferName, label: String, generation: UInt64, garbage: GarbageList) {
    self.name = name
    self.label = label
    self.generation = generation
    self.garbage = garbage
  }

  deinit {
    garbage.add(.buffer(name), generation: generation)
  }
}
