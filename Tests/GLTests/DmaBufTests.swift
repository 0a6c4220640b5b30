import Glibc
import MultiplaneGL
import Testing

@Suite struct DmaBufTests {
  /// The reading end of a pipe sees the end of the file when the other end is closed everywhere.
  @Test func closesItsDescriptor() {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
    defer { _ = close(ends[0]) }
    var byte: UInt8 = 0
    do {
      let dmaBuf = DmaBuf(
        descriptor: ends[1], fourcc: 0x3432_5258, modifier: nil, stride: 4, offset: 0, width: 1, height: 1)
      let name = dmaBuf.fourccName
      #expect(name == "XR24")
      #expect(read(ends[0], &byte, 1) == -1 && errno == EAGAIN, "open")
    }
    #expect(read(ends[0], &byte, 1) == 0, "closed")
  }

  @Test func closesTheDescriptorOfEachPlane() {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
    defer { _ = close(ends[0]) }
    do {
      let planes = [ends[1], dup(ends[1])].map { DmaBufLayout.Plane(descriptor: $0, offset: 8, stride: 16) }
      let dmaBuf = DmaBuf(
        layout: DmaBufLayout(
          width: 4, height: 2, fourcc: 0x3231_564e, modifier: 0, planes: planes, video: nil))
      let (name, stride, offset) = (dmaBuf.fourccName, dmaBuf.stride, dmaBuf.offset)
      #expect(name == "NV12" && stride == 16 && offset == 8)
    }
    var byte: UInt8 = 0
    #expect(read(ends[0], &byte, 1) == 0, "closed")
  }

  @Test(arguments: [
    (1 << 31, 0, 4, 4), (4, 1 << 31, 4, 4), (4, .max, 4, 4), (-1, 0, 4, 4), (0, 0, 4, 4), (16, -1, 4, 4),
    (16, 0, 1 << 31, 4), (16, 0, 4, 0), (16, 0, .min, 4),
  ])
  func numbersThatEGLCannotTakeAreAnError(stride: Int, offset: Int, width: Int, height: Int) throws {
    let device = try makeDevice()
    let layout = DmaBufLayout(
      width: width, height: height, fourcc: 0x3432_5258, modifier: nil,
      planes: [.init(descriptor: 0, offset: offset, stride: stride)], video: nil)
    #expect(throws: GLError.self) { try SharedImage(layout: layout, connection: device.context.connection) }
  }

  /// llvmpipe of Mesa 25 imports numbers beyond the memory, and crashes when it draws.
  @Test(arguments: [
    (16, 1, "plane 0 ends at byte 65 of 64"), (15, 0, "4 pixels per row with a stride of 15 bytes"),
    (17, 0, "ends at byte 67 of 64"), (16, 64, "ends at byte 128 of 64"),
  ])
  func planesBeyondTheirMemoryAreAnError(stride: Int, offset: Int, found: String) throws {
    let device = try makeDevice()
    let file = try #require(tmpfile())
    defer { _ = fclose(file) }
    #expect(ftruncate(fileno(file), 64) == 0)
    let layout = DmaBufLayout(
      width: 4, height: 4, fourcc: FourCC.xrgb8888.rawValue, modifier: nil,
      planes: [.init(descriptor: fileno(file), offset: offset, stride: stride)], video: nil)
    let error = #expect(throws: GLError.self) {
      try SharedImage(layout: layout, connection: device.context.connection)
    }
    #expect(error.map { "\($0)".contains(found) } == true, "\(String(describing: error))")
  }

  @Test(arguments: [0, 5])
  func asManyPlanesAsEGLCannotTakeAreAnError(count: Int) throws {
    let device = try makeDevice()
    let layout = DmaBufLayout(
      width: 4, height: 4, fourcc: 0x3432_5258, modifier: nil,
      planes: (0..<count).map { _ in .init(descriptor: 0, offset: 0, stride: 16) }, video: nil)
    #expect(throws: GLError.self) { try SharedImage(layout: layout, connection: device.context.connection) }
  }

  /// As the driver tells them: a plane without a descriptor lies in the memory of the one before
  /// it.
  @Test func planesOfAnExportedImageOwnTheirDescriptors() throws {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
    defer { _ = close(ends[0]) }
    let planes = try SharedImage.planes(descriptors: [ends[1], -1], offsets: [0, 4096], strides: [256, 64])
    #expect(planes.map(\.offset) == [0, 4096] && planes.map(\.stride) == [256, 64])
    #expect(planes[0].descriptor == ends[1] && planes[1].descriptor != ends[1] && planes[1].descriptor >= 0)
    for plane in planes { _ = close(plane.descriptor) }
    var byte: UInt8 = 0
    #expect(read(ends[0], &byte, 1) == 0, "closed")
  }

  @Test(arguments: [
    ([false, false], [256, 64], "memory that this texture shares"), ([true, false], [256, 0], "tells 1: compressed"),
    ([true, true], [0, 64], "memory that this texture shares"),
  ])
  func planesThatAreNotAllToldAreRefusedAndClosed(has: [Bool], strides: [Int], reason: String) throws {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
    defer { _ = close(ends[0]) }
    let descriptors = has.map { $0 ? dup(ends[1]) : -1 }
    _ = close(ends[1])
    let error = #expect(throws: GLError.self) {
      _ = try SharedImage.planes(descriptors: descriptors, offsets: [0, 0], strides: strides)
    }
    #expect(error?.description.contains(reason) == true && error?.description.contains("gbm:") == true)
    var byte: UInt8 = 0
    #expect(read(ends[0], &byte, 1) == 0, "closed")
  }

  /// What a driver does not take is said with what it takes instead.
  @Test func aFormatThatTheDriverDoesNotTake() throws {
    let layout = DmaBufLayout(width: 4, height: 2, fourcc: 0x3031_3050, modifier: 0, planes: [], video: nil)
    let error = try #require(GLError.noSuchDmaBuf(layout, among: [0x3432_5258, 0x3231_564e]))
    #expect(
      error.description
        == "the driver's import of P010 dma-bufs is missing: use a format that it takes (NV12, XR24), or pixels in plain memory"
    )
    #expect(GLError.noSuchDmaBuf(layout, among: [0x3031_3050]) == nil)
  }

  /// Where the driver tells, no format stands twice, and none that it takes is refused for its
  /// name.
  @Test func formatsOfTheDriver() throws {
    let connection = try Connection(platform: .surfaceless)
    let formats = connection.dmaBufFormats
    #expect(formats.map { Set($0).count == $0.count && !$0.isEmpty } ?? true)
    #expect(
      formats != nil || !connection.extensions.contains("EGL_EXT_image_dma_buf_import_modifiers"),
      "a driver with the extension tells its formats")
    #expect(!connection.readsExternallyOnly(fourcc: 0x3432_5258, modifier: nil))
  }
}
