import Glibc
import MultiplaneDisplays
import MultiplaneGL
import Testing

/// The GBM nodes of this machine whose frames can be had.
private let workingNodes = DeviceProbe.reports().compactMap { report -> DeviceRoute? in
  if case .gbm = report.route, report.isWorking { report.route } else { nil }
}

@Suite(.enabled(if: !workingNodes.isEmpty, "this machine has no DRM node under /dev/dri that GBM can use"))
struct GBMTests {
  @Test(arguments: workingNodes)
  func openGLAndSharedMemoryShowTheSamePixels(route: DeviceRoute) throws {
    let display = try OffscreenDisplay.open(.route(route), debug: true)
    let frame = try display.makeFrame(width: 50, height: 20)
    try drawTwoBands(on: display, frame)
    let dmaBuf = try frame.exportDmaBuf()
    let opaque = dmaBuf.fourccName == "XR24"
    let expected = twoBands(width: 50, height: 20, opaque: opaque)
    #expect(try frame.readPixels() == expected)
    #expect(try frame.readSharedMemory() == expected)
    #expect(display.device.debugMessages.filter(\.isFault) == [])
  }

  @Test(arguments: workingNodes)
  func dmaBufSaysHowItsBytesLie(route: DeviceRoute) throws {
    let display = try OffscreenDisplay.open(.route(route))
    let frame = try display.makeFrame(width: 33, height: 9)
    try drawTwoBands(on: display, frame)
    let dmaBuf = try frame.exportDmaBuf()
    let isKnown = ["AB24", "AR24", "XR24"].contains(dmaBuf.fourccName)
    #expect(isKnown)
    let (width, height, stride) = (dmaBuf.width, dmaBuf.height, dmaBuf.stride)
    #expect(width == 33 && height == 9 && stride >= 33 * 4)
    // A dma-buf tells its size by seeking to its end.
    let end = lseek(dmaBuf.descriptor, 0, SEEK_END)
    #expect(end >= off_t(dmaBuf.offset + stride * 8 + 33 * 4))
  }

  @Test(arguments: workingNodes)
  func dmaBufIsTakenInAgain(route: DeviceRoute) throws {
    let display = try OffscreenDisplay.open(.route(route), debug: true)
    let frame = try display.makeFrame(width: 40, height: 8)
    try drawTwoBands(on: display, frame)
    let dmaBuf = try frame.exportDmaBuf()
    let opaque = dmaBuf.fourccName == "XR24"
    let image = try SharedImage(dmaBuf: dmaBuf, connection: display.device.context.connection)
    let surface = try display.device.makeSurface(image: image, label: "taken in")
    let expected = twoBands(width: 40, height: 8, opaque: opaque)
    #expect(try display.device.readPixels(surface.frame()) == expected)
    #expect(display.device.debugMessages.filter(\.isFault) == [])
  }

  @Test(arguments: workingNodes)
  func framesAreIndependent(route: DeviceRoute) throws {
    let display = try OffscreenDisplay.open(.route(route))
    var frames = try (0..<4).map { _ in try display.makeFrame(width: 16, height: 16) }
    for (index, frame) in frames.enumerated() {
      try display.device.beginFrame()
      display.device.beginPass(on: frame.frame, load: .clear(Float(index) / 255, 0, 0, 1), label: "clear")
      display.device.endPass()
    }
    frames.remove(at: 1)
    try display.device.beginFrame()
    #expect(try frames.map { try $0.readPixels()[0] } == [0, 2, 3])
  }
}
