import Glibc
import MultiplaneCLinux
import MultiplaneCWayland
import MultiplaneGL

/// A window's frames in memory that this program writes and the compositor reads (`wl_shm`): no
/// device is needed.
final class SharedMemoryBuffers: WindowBuffers {
  private let connection: WaylandConnection
  private let surface: WaylandConnection.Object
  /// A `wl_shm *`.
  private let sharedMemory: WaylandConnection.Object
  /// Whether damage is told in pixels; otherwise, of old compositors, in points.
  private let tellsPixels: Bool
  private var size: (width: Int, height: Int)
  private var buffers: [SharedMemoryBuffer] = []
  /// What `nextFrame` gave last.
  private var drawn: SharedMemoryBuffer?
  /// Frames that were handed over.
  private var frameNumber = 0

  /// - Parameters:
  ///   - version: of the surface.
  ///   - width: pixels.
  ///   - height: pixels.
  init(
    _ connection: WaylandConnection, surface: WaylandConnection.Object, version: UInt32, width: Int, height: Int
  ) throws(DisplayError) {
    self.connection = connection
    self.surface = surface
    sharedMemory = try connection.bind("wl_shm", version: 1, multiplane_bind_wl_shm)
    tellsPixels = version >= 4
    size = (width, height)
  }

  var isAvailable: Bool { buffers.count < Self.mostBuffers || buffers.contains { !$0.isBusy } }

  func resize(width: Int, height: Int) {
    guard (width, height) != size else { return }
    size = (width, height)
    // The compositor may go on reading what it shows: it has mapped it too.
    buffers = []
    drawn = nil
  }

  func nextFrame(scale: Int) throws(DisplayError) -> FrameTarget {
    let buffer = try freeBuffer()
    drawn = buffer
    let age = buffer.frameNumber == 0 ? 0 : frameNumber + 1 - buffer.frameNumber
    return .memory(
      MemoryFrame(
        bytes: buffer.bytes, width: size.width, height: size.height, bytesPerRow: 4 * size.width, isBlueFirst: true,
        bufferAge: age))
  }

  func present(damage: [PixelRect]?) {
    guard let buffer = drawn else { return }
    drawn = nil
    frameNumber += 1
    buffer.frameNumber = frameNumber
    buffer.isBusy = true
    wl_surface_attach(surface, buffer.object, 0, 0)
    let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    // In points the rectangles would have to grow to whole ones.
    let tell = tellsPixels ? wl_surface_damage_buffer : wl_surface_damage
    for rect in tellsPixels ? damage ?? [whole] : [whole] {
      tell(surface, Int32(rect.x), Int32(rect.y), Int32(rect.width), Int32(rect.height))
    }
    wl_surface_commit(surface)
  }

  /// The one that was drawn last of those that the compositor does not read, as the least of it
  /// has to be redrawn; else another one.
  private func freeBuffer() throws(DisplayError) -> SharedMemoryBuffer {
    if let free = buffers.filter({ !$0.isBusy }).max(by: { $0.frameNumber < $1.frameNumber }) { return free }
    let made = try makeBuffer()
    buffers.append(made)
    return made
  }

  private func makeBuffer() throws(DisplayError) -> SharedMemoryBuffer {
    let (stride, count) = (4 * size.width, 4 * size.width * size.height)
    guard count <= Int32.max else {
      throw .unsupported(device: "wl_shm", what: "memory of \(count) bytes for a window", remedy: "use a smaller one")
    }
    func failure(_ call: String) -> DisplayError {
      .buffer(device: "wl_shm", call: call, error: SystemError.last(), remedy: "free memory, or use a smaller window")
    }
    let file = multiplane_memory_file("multiplane-window")
    guard file >= 0 else { throw failure("memfd_create") }
    // libwayland sends a descriptor of its own.
    defer { close(file) }
    guard ftruncate(file, count) == 0 else { throw failure("ftruncate") }
    guard let start = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), start != MAP_FAILED else {
      throw failure("mmap")
    }
    let bytes = UnsafeMutableRawBufferPointer(start: start, count: count)
    let pool = wl_shm_create_pool(sharedMemory, file, Int32(count))
    // The buffer keeps what it needs of it.
    defer { if let pool { wl_shm_pool_destroy(pool) } }
    guard let pool,
      // Every compositor takes this format: bytes of blue, green, red and nothing.
      let object = wl_shm_pool_create_buffer(
        pool, 0, Int32(size.width), Int32(size.height), Int32(stride), WL_SHM_FORMAT_XRGB8888.rawValue)
    else {
      munmap(start, count)
      throw .unsupported(device: "the Wayland compositor", what: "buffers in memory", remedy: "use another compositor")
    }
    return SharedMemoryBuffer(object, bytes, connection)
  }

  /// One that is shown, one that waits for that, and one that is drawn; compositors that hold more
  /// have us wait.
  private static let mostBuffers = 3
}

/// Memory of one frame that both sides have mapped.
private final class SharedMemoryBuffer {
  /// A `wl_buffer *`.
  let object: WaylandConnection.Object
  let bytes: UnsafeMutableRawBufferPointer
  /// Whether the compositor may read it.
  var isBusy = false
  /// The frame that it holds, from 1; 0 for none.
  var frameNumber = 0
  /// Which the object ends with.
  private let connection: WaylandConnection

  init(
    _ object: WaylandConnection.Object, _ bytes: UnsafeMutableRawBufferPointer, _ connection: WaylandConnection
  ) {
    self.object = object
    self.bytes = bytes
    self.connection = connection
    wl_buffer_add_listener(object, Self.bufferListener.functions, listenerData(self))
  }

  deinit {
    wl_buffer_destroy(object)
    munmap(bytes.baseAddress, bytes.count)
  }

  private static let bufferListener = WaylandListener(wl_buffer_listener()) {
    $0.release = { data, _ in listener(data, as: SharedMemoryBuffer.self)?.isBusy = false }
  }
}
