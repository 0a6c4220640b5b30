/// OpenGL names that are no longer used and that wait for a moment when their context is current.
///
/// A texture may be let go at any time, also when another context is current, and then OpenGL would
/// delete the wrong thing. So objects put their names here, and the device empties the list at the
/// start of a frame.
final class GarbageList {
  /// A name that is to be deleted, and the kind of thing that it names.
  enum Name: Equatable {
    case texture(TextureName)
    case framebuffer(FramebufferName)
    case buffer(BufferName)
    case fence(FenceName)
    case program(ProgramName)
  }

  private var names: [(name: Name, generation: UInt64)] = []

  var count: Int { names.count }

  /// - Parameter generation: the context's when the name was made.
  func add(_ name: Name, generation: UInt64) {
    names.append((name, generation))
  }

  /// Empties the list and returns the names that belong to this generation; the others went with
  /// their context.
  func take(generation: UInt64) -> [Name] {
    defer { names.removeAll(keepingCapacity: true) }
    return names.filter { $0.generation == generation }.map(\.name)
  }
}
