import Glibc
import MultiplaneCLinux
import MultiplaneCWayland
import MultiplaneGL

/// A window's frames in memory that this program writes and the compositor reads (`wl_shm`): no device is needed.
final class SharedMemoryBuffers: WindowBuffers {
  private let connection: WaylandConnection
  private let surface: WaylandConnection.Proxy
  private let sharedMemory: WaylandConnection.Proxy
  private let poolInterface: UnsafePointer<wl_interface>
  private let bufferInterface: UnsafePointer<wl_interface>
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
    _ connection: WaylandConnection, surface: WaylandConnection.Proxy, version: UInt32, width: Int, height: Int
  ) throws(DisplayError) {
    self.connection = connection
    self.surface = surface
    sharedMemory = try connection.bindCore("wl_shm", version: 1)
    poolInterface = try connection.library.interface("wl_shm_pool")
    bufferInterface = try connection.library.interface("wl_buffer")
    tellsPixels = version >= 4
    size = (width, height)
  }

  deinit {
    for buffer in buffers { connection.destroy(buffer.proxy, WindowProtocol.bufferDestroy) }
  }

  var isAvailable: Bool { buffers.count < Self.mostBuffers || buffers.contains { !$0.isBusy } }

  func resize(width: Int, height: Int) {
    guard (width, height) != size else { return }
    size = (width, height)
    // The compositor may go on reading what it shows: it has mapped it too.
    for buffer in buffers { connection.destroy(buffer.proxy, WindowProtocol.bufferDestroy) }
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
    connection.request(
      surface, WindowProtocol.surfaceAttach, [wl_argument(o: buffer.proxy), wl_argument(i: 0), wl_argument(i: 0)])
    let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    // In points the rectangles would have to grow to whole ones.
    for rect in tellsPixels ? damage ?? [whole] : [whole] {
      connection.request(
        surface, tellsPixels ? WindowProtocol.surfaceDamageBuffer : WindowProtocol.surfaceDamage,
        [rect.x, rect.y, rect.width, rect.height].map { wl_argument(i: Int32($0)) })
    }
    connection.request(surface, WindowProtocol.surfaceCommit)
  }

  /// The one that was drawn last of those that the compositor does not read, for least of it is to be drawn anew; else another one.
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
    guard
      let pool = connection.request(
        sharedMemory, WindowProtocol.sharedMemoryCreatePool,
        [wl_argument(n: 0), wl_argument(h: file), wl_argument(i: Int32(count))], makes: poolInterface),
      let proxy = connection.request(
        pool, WindowProtocol.poolCreateBuffer,
        [
          wl_argument(n: 0), wl_argument(i: 0), wl_argument(i: Int32(size.width)), wl_argument(i: Int32(size.height)),
          wl_argument(i: Int32(stride)), wl_argument(u: Self.xrgb8888),
        ], makes: bufferInterface)
    else {
      munmap(start, count)
      throw .unsupported(device: "the Wayland compositor", what: "buffers in memory", remedy: "use another compositor")
    }
    // The buffer keeps what it needs of it.
    connection.destroy(pool, WindowProtocol.poolDestroy)
    let buffer = SharedMemoryBuffer(proxy, bytes)
    connection.listen(to: proxy) { [weak buffer] _, _ in buffer?.isBusy = false }
    return buffer
  }

  /// One that is shown, one that waits for that, and one that is drawn; compositors that hold more have us wait.
  private static let mostBuffers = 3

  /// `WL_SHM_FORMAT_XRGB8888`, which every compositor takes: bytes of blue, green, red and nothing.
  private static let xrgb8888: UInt32 = 1
}

/// Memory of one frame that both sides have mapped.
private final class SharedMemoryBuffer {
  let proxy: WaylandConnection.Proxy
  let bytes: UnsafeMutableRawBufferPointer
  /// Whether the compositor may read it.
  var isBusy = false
  /// The frame that it holds, from 1; 0 for none.
  var frameNumber = 0

  init(_ proxy: WaylandConnection.Proxy, _ bytes: UnsafeMutableRawBufferPointer) {
    self.proxy = proxy
    self.bytes = bytes
  }

  deinit { munmap(bytes.baseAddress, bytes.count) }
}
