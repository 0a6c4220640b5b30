import MultiplaneDisplays
import MultiplaneGL
import Testing

/// Clears a frame to one colour above and another below.
func drawTwoBands(on display: OffscreenDisplay, _ frame: OffscreenFrame) throws {
  let device = display.device
  try device.beginFrame()
  device.beginPass(on: frame.frame, load: .clear(1, 0, 0, 1), label: "all")
  device.endPass()
  let lower = PixelRect(x: 0, y: frame.frame.height / 2, width: frame.frame.width, height: frame.frame.height)
  device.beginPass(on: frame.frame, load: .clear(0, 0.2, 0.4, 0.6), area: lower, label: "lower half")
  device.endPass()
}

/// What `drawTwoBands` draws, as bytes. An opaque format has no alpha to remember.
func twoBands(width: Int, height: Int, opaque: Bool = false) -> [UInt8] {
  (0..<height).flatMap { row -> [UInt8] in
    let pixel: [UInt8] = row < height / 2 ? [255, 0, 0, 255] : [0, 51, 102, opaque ? 255 : 153]
    return Array(repeating: pixel, count: width).flatMap { $0 }
  }
}

@Suite struct OffscreenDisplayTests {
  @Test func opensSomethingAndSaysWhat() throws {
    var lines: [String] = []
    let display = try OffscreenDisplay.open(debug: true) { lines.append($0) }
    #expect(lines.count == 1 && lines[0].contains("\(display.route)"), "\(lines)")
    #expect(lines[0].contains(display.properties.renderer))
    let saysCPU = lines[0].contains("no hardware device works")
    #expect(saysCPU == display.properties.isSoftware)
  }

  @Test(arguments: [(6, 4), (1, 2), (101, 50)])
  func frameIsReadTopRowFirst(width: Int, height: Int) throws {
    let display = try OffscreenDisplay.open(.route(.surfaceless), debug: true)
    let frame = try display.makeFrame(width: width, height: height, scale: 2)
    #expect(frame.frame.scale == 2 && frame.frame.rowOrder == .topRowFirst && frame.frame.bufferAge == 0)
    try drawTwoBands(on: display, frame)
    #expect(try frame.readPixels() == twoBands(width: width, height: height))
    #expect(display.device.debugMessages.filter(\.isFault) == [])
  }

  @Test func softwareIsSoftware() throws {
    let display = try OffscreenDisplay.open(.software)
    #expect(display.properties.isSoftware)
  }

  @Test func noHardwareIsAnErrorWithReasons() throws {
    let hardware = DeviceProbe.reports().filter { $0.properties?.isSoftware == false }
    let opened = Result { () throws(DisplayError) in try OffscreenDisplay.open(.hardware) }
    switch opened {
    case .success(let display): #expect(display.route == hardware.first?.route)
    case .failure(let error):
      #expect(hardware.isEmpty)
      #expect(error.description.contains("surfaceless is software"))
    }
  }

  @Test(arguments: [(0, 10), (10, 1 << 20)])
  func impossibleFramesAreErrors(width: Int, height: Int) throws {
    let display = try OffscreenDisplay.open(.route(.surfaceless))
    #expect(throws: DisplayError.self) { try display.makeFrame(width: width, height: height) }
  }

  @Test func exportIsADmaBufOrAnErrorThatNamesTheDevice() throws {
    let display = try OffscreenDisplay.open(.route(.surfaceless))
    let frame = try display.makeFrame(width: 8, height: 8)
    try drawTwoBands(on: display, frame)
    do throws(DisplayError) {
      let dmaBuf = try frame.exportDmaBuf()
      #expect(dmaBuf.width == 8 && dmaBuf.height == 8 && dmaBuf.stride >= 32 && dmaBuf.descriptor >= 0)
    } catch {
      #expect(error.description.hasPrefix("surfaceless: "))
      #expect(error.description.contains("GBM device"))
    }
  }

  @Test func sharedMemoryNeedsGBM() throws {
    let display = try OffscreenDisplay.open(.route(.surfaceless))
    let frame = try display.makeFrame(width: 8, height: 8)
    #expect(throws: DisplayError.self) { try frame.readSharedMemory() }
  }
}
