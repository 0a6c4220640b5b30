/// A list of instance records on the device, made by `Device.makeBuffer` and filled anew each frame.
package final class Buffer {
  package let name: BufferName
  package let label: String
  /// Bytes of the last upload.
  package internal(set) var byteCount = 0
  /// Bytes that fit without a larger allocation.
  package internal(set) var capacity = 0
  /// The context's when the buffer was made.
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
