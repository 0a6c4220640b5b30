import Foundation
import MultiplaneGL
import MultiplaneGraphics
import MultiplaneLayerTree
import Testing

@testable @_spi(Multiplane) import MultiplaneCompositor

/// The program's side: a context of its own with a framebuffer of 40 × 20 pixels.
///
/// A context belongs to one thread at a time: what uses this must not wait for anything in between.
private struct Program {
  let device: Device
  let surface: Surface

  init() throws {
    device = try Device(context: Context(connection: Connection(platform: .surfaceless)))
    surface = try device.makeSurface(width: 40, height: 20, label: "the program's")
    clear()
  }

  /// Makes all blue, binds the framebuffer and sets the viewport, as a program does.
  func clear() {
    device.beginPass(on: surface.frame(), load: .clear(0, 0, 1, 1), label: "the program's")
    device.endPass()
  }

  /// Red, green and blue of a pixel, the framebuffer's row 0 first.
  func pixel(_ x: Int, _ y: Int) throws -> [UInt8] {
    let bytes = try device.readPixels(surface.frame())
    return Array(bytes[(y * 40 + x) * 4..<(y * 40 + x) * 4 + 3])
  }
}

@Suite(.serialized) struct CARendererTests {
  private func layer(_ frame: CGRect, _ color: CGColor) -> CALayer {
    let layer = CALayer()
    layer.frame = frame
    layer.backgroundColor = color
    return layer
  }

  private let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)

  private func draw(_ renderer: CARenderer, at time: Double = 10) {
    renderer.beginFrame(atTime: time, timeStamp: nil)
    renderer.render()
    renderer.endFrame()
  }

  @Test func aProgramWithoutAContextIsTold() throws {
    let error = #expect(throws: CompositorError.self) { _ = try EmbeddedRenderer() }
    #expect(error?.description.contains("eglMakeCurrent") == true)
  }

  /// The canvas's top is the framebuffer's last row, and what is there shows where no layer is.
  @Test func itDrawsOverWhatIsThere() throws {
    let program = try Program()
    let renderer = try CARenderer()
    renderer.layer = layer(CGRect(x: 5, y: 0, width: 10, height: 4), red)
    renderer.bounds = CGRect(x: 0, y: 0, width: 40, height: 20)
    draw(renderer)
    #expect(renderer.lastError == nil)
    #expect(try program.pixel(6, 19) == [255, 0, 0])
    #expect(try program.pixel(6, 15) == [0, 0, 255])
    #expect(try program.pixel(20, 10) == [0, 0, 255])
  }

  @Test func textureMemoryIsTheProgramsChoice() throws {
    let program = try Program()
    let renderer = try CARenderer()
    #expect(renderer.textureMemory == 512 << 20)
    renderer.textureMemory = -1
    #expect(renderer.textureMemory == 0)
    renderer.layer = layer(CGRect(x: 5, y: 0, width: 10, height: 4), red)
    renderer.bounds = CGRect(x: 0, y: 0, width: 40, height: 20)
    draw(renderer)
    #expect(renderer.lastError == nil)
    #expect(try program.pixel(6, 19) == [255, 0, 0])
  }

  /// The bounds fill the viewport, wherever they begin.
  @Test func boundsScaleAndMove() throws {
    let program = try Program()
    let renderer = try CARenderer()
    renderer.layer = layer(CGRect(x: 100, y: 50, width: 10, height: 5), red)
    renderer.bounds = CGRect(x: 100, y: 50, width: 20, height: 10)
    draw(renderer)
    #expect(try program.pixel(19, 10) == [255, 0, 0])
    #expect(try program.pixel(20, 10) == [0, 0, 255])
    #expect(try program.pixel(19, 9) == [0, 0, 255])
  }

  @Test func onlyChangesAreUpdates() throws {
    let program = try Program()
    let renderer = try CARenderer()
    let root = layer(CGRect(x: 0, y: 0, width: 40, height: 20), red)
    renderer.layer = root
    renderer.bounds = root.bounds
    renderer.beginFrame(atTime: 10, timeStamp: nil)
    #expect(renderer.updateBounds() == root.bounds)
    #expect(renderer.nextFrameTime() == .infinity)
    renderer.render()
    renderer.endFrame()

    renderer.beginFrame(atTime: 11, timeStamp: nil)
    #expect(renderer.updateBounds().isNull)
    renderer.addUpdate(CGRect(x: -5, y: 5, width: 10, height: 10))
    #expect(renderer.updateBounds() == CGRect(x: 0, y: 5, width: 5, height: 10))
    renderer.endFrame()

    // By an implicit animation nothing would differ yet.
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    root.opacity = 0.5
    CATransaction.commit()
    renderer.beginFrame(atTime: 12, timeStamp: nil)
    #expect(renderer.updateBounds() == root.bounds)
    renderer.endFrame()
    withExtendedLifetime(program) {}
  }

  /// At two pixels a point, and with bounds that begin elsewhere than at the origin.
  @Test func updatesAreAroundWhatChangedSinceTheLastFrameThatWasDrawn() throws {
    let program = try Program()
    let renderer = try CARenderer()
    let root = CALayer()
    root.frame = CGRect(x: 100, y: 50, width: 20, height: 10)
    let square = layer(CGRect(x: 0, y: 0, width: 4, height: 2), red)
    root.addSublayer(square)
    renderer.layer = root
    renderer.bounds = root.frame
    draw(renderer)
    func place(_ x: Double) {
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      square.frame.origin.x = x
      CATransaction.commit()
    }
    // Of a renderer's first frame no part is replaced.
    place(2)
    draw(renderer, at: 10.5)
    place(0)
    draw(renderer, at: 10.7)
    place(4)
    renderer.beginFrame(atTime: 11, timeStamp: nil)
    #expect(renderer.updateBounds() == CGRect(x: 100, y: 50, width: 8, height: 2))
    renderer.endFrame()
    // That frame was not drawn.
    place(8)
    renderer.beginFrame(atTime: 12, timeStamp: nil)
    let updates = renderer.updateBounds()
    #expect(updates == CGRect(x: 100, y: 50, width: 12, height: 2))
    renderer.render()
    renderer.endFrame()
    // What was drawn is what the next changes count from, also where nothing can be seen of them.
    root.addSublayer(layer(CGRect(x: 30, y: 0, width: 4, height: 4), red))
    renderer.beginFrame(atTime: 13, timeStamp: nil)
    #expect(renderer.updateBounds().isNull)
    renderer.endFrame()
    withExtendedLifetime(program) {}
  }

  /// Elsewhere the program's pixels stay, whatever they are.
  @Test func onlyTheUpdateRegionIsDrawn() throws {
    let program = try Program()
    let renderer = try CARenderer()
    let root = layer(CGRect(x: 0, y: 0, width: 40, height: 20), red)
    let square = layer(CGRect(x: 0, y: 0, width: 4, height: 4), CGColor(red: 0, green: 1, blue: 0, alpha: 1))
    root.addSublayer(square)
    renderer.layer = root
    renderer.bounds = root.bounds
    draw(renderer)
    #expect(try program.pixel(35, 7) == [255, 0, 0])
    func place(_ x: Double) {
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      square.frame.origin.x = x
      CATransaction.commit()
    }
    place(4)
    draw(renderer, at: 10.5)
    place(8)
    program.clear()
    draw(renderer, at: 11)
    #expect(try program.pixel(9, 19) == [0, 255, 0] && program.pixel(5, 19) == [255, 0, 0])
    #expect(try program.pixel(1, 19) == [0, 0, 255] && program.pixel(35, 7) == [0, 0, 255])
    #expect(try program.pixel(25, 7) == [0, 0, 255])
    // From the top, so the framebuffer's rows 5 to 9.
    renderer.beginFrame(atTime: 12, timeStamp: nil)
    renderer.addUpdate(CGRect(x: 20, y: 10, width: 10, height: 5))
    renderer.render()
    renderer.endFrame()
    #expect(try program.pixel(25, 7) == [255, 0, 0] && program.pixel(35, 7) == [0, 0, 255])
    program.clear()
    renderer.beginFrame(atTime: 13, timeStamp: nil)
    renderer.addUpdate(renderer.bounds)
    #expect(renderer.updateBounds() == renderer.bounds)
    renderer.render()
    renderer.endFrame()
    #expect(try program.pixel(25, 7) == [255, 0, 0] && program.pixel(35, 7) == [255, 0, 0])
    #expect(try program.pixel(9, 19) == [0, 255, 0])
    // Other bounds start over.
    renderer.bounds.size.width = 80
    renderer.beginFrame(atTime: 14, timeStamp: nil)
    #expect(renderer.updateBounds() == renderer.bounds)
    renderer.endFrame()
  }

  @Test func whatMovesIsDueAtOnce() throws {
    let program = try Program()
    let renderer = try CARenderer()
    let root = layer(CGRect(x: 0, y: 0, width: 40, height: 20), red)
    let fade = CABasicAnimation(keyPath: "opacity")
    fade.fromValue = 0
    fade.toValue = 1
    fade.duration = 2
    root.add(fade, forKey: "fade")
    renderer.layer = root
    renderer.bounds = root.bounds
    for (time, next) in [(10.0, 10.0), (11, 11), (12.5, .infinity)] {
      renderer.beginFrame(atTime: time, timeStamp: nil)
      #expect(renderer.nextFrameTime() == next)
      // What moved until the last frame has to be drawn once more.
      #expect(renderer.updateBounds() == root.bounds)
      renderer.endFrame()
    }
    withExtendedLifetime(program) {}
  }

  /// A link is called with the refresh that a frame is told of, and what it changes is in that
  /// frame.
  @Test func linksFollowTheRefreshesThatAreTold() throws {
    let program = try Program()
    let renderer = try CARenderer()
    let root = layer(CGRect(x: 0, y: 0, width: 40, height: 20), red)
    renderer.layer = root
    renderer.bounds = root.bounds
    var times: [[Double]] = []
    let link = renderer.displayLink { link in
      times.append([link.timestamp, link.duration, link.targetTimestamp])
      CATransaction.setDisableActions(true)
      root.backgroundColor = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
    }
    draw(renderer)
    #expect(times.isEmpty)
    link.add(to: .current, forMode: .common)
    var stamp = CVTimeStamp()
    (stamp.hostTime, stamp.videoTimeScale, stamp.videoRefreshPeriod) = (20_500_000_000, 1000, 20)
    // Two frames for one refresh.
    for time in [20.503, 20.507] {
      renderer.beginFrame(atTime: time, timeStamp: &stamp)
      #expect(renderer.nextFrameTime() == time)
      renderer.render()
      renderer.endFrame()
      #expect(try program.pixel(1, 1) == [0, 255, 0])
    }
    #expect(times == [[20.5, 0.02, 20.52]])
    link.invalidate()
    renderer.beginFrame(atTime: 21, timeStamp: nil)
    #expect(renderer.nextFrameTime() == .infinity && times.count == 1)
    renderer.endFrame()
  }

  @Test(arguments: [CGRect.zero, CGRect(x: 0, y: 0, width: 40, height: CGFloat.nan), .null])
  func boundsWithoutAreaDrawNothing(bounds: CGRect) throws {
    let program = try Program()
    let renderer = try CARenderer()
    renderer.layer = layer(CGRect(x: 0, y: 0, width: 40, height: 20), red)
    renderer.bounds = bounds
    draw(renderer)
    #expect(try program.pixel(1, 1) == [0, 0, 255])
  }
}
