/// A pixel buffer object for asynchronous read-back, made by `Device.makePixelBuffer`.
///
/// The device copies into it while more is drawn; reading directly into memory would wait.
package final class PixelBuffer {
  package let name: BufferName
  package let label: String
  /// The size of the current or last frame, in bytes.
  package internal(set) var byteCount = 0
  /// The allocated size, in bytes.
  package internal(set) var capacity = 0
  /// Whether the bytes come blue first.
  var isBlueFirst = false
  /// The context generation in which the buffer was made.
  package let generation: UInt64
  /// The fence that is signalled when the bytes are available; nil when no read is in flight.
  var fence: FenceName?
  private let garbage: GarbageList

  init(name: BufferName, label: String, generation: UInt64, garbage: GarbageList) {
    self.name = name
    self.label = label
    self.generation = generation
    self.garbage = garbage
  }

  deinit {
    garbage.add(.buffer(name), generation: generation)
    if let fence { garbage.add(.fence(fence), generation: generation) }
  }
}
