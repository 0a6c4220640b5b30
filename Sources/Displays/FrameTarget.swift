import MultiplaneGL

/// What the next frame of an output or a window is drawn into.
package enum FrameTarget {
  /// A framebuffer of the device that draws.
  case device(Frame)
  /// Memory that the display reads and the CPU writes.
  case memory(MemoryFrame)

  /// How many frames ago these pixels were drawn; 0 if what they hold is unknown.
  package var bufferAge: Int {
    switch self {
    case .device(let frame): frame.bufferAge
    case .memory(let frame): frame.bufferAge
    }
  }
}

/// Pixels of 4 bytes in memory that the display reads, the top row first.
///
/// Writing it is quick and reading it slow: it may be mapped without the processor's caches.
package struct MemoryFrame {
  package let bytes: UnsafeMutableRawBufferPointer
  /// Pixels.
  package let width: Int
  /// Pixels.
  package let height: Int
  package let bytesPerRow: Int
  /// Whether a pixel's first byte is blue, else red.
  package let isBlueFirst: Bool
  /// How many frames ago these pixels were drawn; 0 if what they hold is unknown.
  package let bufferAge: Int
}
