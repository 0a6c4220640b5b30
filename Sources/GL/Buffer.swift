/// Memory of the device. `Device.makeBuffer` makes one for instance records, which are replaced
/// each frame.
package class Buffer {
  package let name: BufferName
  package let label: String
  /// Bytes of the last upload, or of the frame that is being read or was read last.
  package internal(set) var byteCount = 0
  /// The allocated size, in bytes.
  package internal(set) var capacity = 0
  /// The context generation in which the buffer was made.
  package let generation: UInt64
  fileprivate let garbage: GarbageList

  required init(name: BufferName, label: String, generation: UInt64, garbage: GarbageList) {
    self.name = name
    self.label = label
    self.generation = generation
    self.garbage = garbage
  }

  deinit {
    garbage.add(.buffer(name), generation: generation)
  }
}

/// A frame's bytes on their way out of the device: a pixel buffer object, made by
/// `Device.makePixelBuffer`.
///
/// The device copies into it in its own time, while more is drawn; reading straight into memory
/// would wait.
package final class PixelBuffer: Buffer {
  /// Whether the bytes come blue first.
  var isBlueFirst = false
  /// What the device passes when the bytes are there; nil when nothing is being read.
  var fence: FenceName?

  deinit {
    if let fence { garbage.add(.fence(fence), generation: generation) }
  }
}
