/// A frame's bytes on their way out of the device: a pixel buffer object, made by `Device.makePixelBuffer`.
///
/// The device copies into it in its own time, while more is drawn; reading straight into memory would wait.
package final class PixelBuffer {
  package let name: BufferName
  package let label: String
  /// Bytes of the frame that is being read, or was read last.
  package internal(set) var byteCount = 0
  /// Bytes that fit without a larger allocation.
  package internal(set) var capacity = 0
  /// Whether the bytes come blue first.
  var isBlueFirst = false
  /// The context's when the buffer was made.
  package let generation: UInt64
  /// What the device passes when the bytes are there; nil when nothing is being read.
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
