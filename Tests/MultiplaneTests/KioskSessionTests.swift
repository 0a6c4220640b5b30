import Foundation
import MultiplaneTesting
import Testing

@testable import Multiplane

/// Kiosks as programs run them, on a simulated monitor of 64 × 48 pixels.
@Suite struct KioskSessionTests {
  private static let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
  private static let green = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
  private static let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)

  /// A layer over the left half of a blue canvas, in a tree whose root lies somewhere else.
  private func scene(_ color: CGColor = red) -> Scene {
    let root = CALayer()
    root.name = "root"
    root.bounds = CGRect(x: 0, y: 0, width: 64, height: 48)
    root.position = CGPoint(x: -200, y: 500)
    let left = CALayer()
    left.name = "left"
    left.frame = CGRect(x: 0, y: 0, width: 32, height: 48)
    left.backgroundColor = color
    root.addSublayer(left)
    return Scene(root: root, background: Self.blue)
  }

  private var options: KioskOptions {
    var options = KioskOptions()
    options.simulated = ModeRequest("64x48@60")
    options.renderer = RendererOptions(.cpu)
    // No test waits so long; one that never ends is to fail.
    options.duration = 60
    return options
  }

  /// Runs a kiosk, and looks at the picture of each frame until a step says that it was the last.
  private func run(_ session: KioskSession, _ look: @escaping (KioskSession, CGImage) throws -> Bool) throws {
    var found: Result<Bool, any Error> = .success(false)
    session.observe { [unowned session] event in
      guard case .frame = event else { return }
      found = Result { try session.image().map { try look(session, $0) } ?? false }
      if (try? found.get()) != false { session.stop() }
    }
    try session.run()
    #expect(try found.get(), "the kiosk ended before its test did")
  }

  private func color(_ image: CGImage, x: Int) throws -> [UInt8] {
    let data = try #require(image.dataProvider?.data as Data?)
    let start = image.height / 2 * image.bytesPerRow + x * 4
    return Array(data[start..<start + 3])
  }

  @Test func aSceneIsShownAsItsPictureIs() throws {
    let session = try KioskSession([scene()], options: options)
    let expected = try LayerImageRenderer(.cpu).image(of: scene())
    try run(session) { session, image in
      let difference = try image.difference(from: expected)
      #expect(difference.largest == 0)
      #expect(session.outputs.map(\.mode) == ["64x48@60"])
      return true
    }
  }

  @Test func otherThreadsChangeLayersAndScenes() throws {
    let session = try KioskSession([scene()], options: options)
    let handle = session.handle
    var colors: [[UInt8]] = []
    try run(session) { _, image in
      colors.append(try color(image, x: 8))
      switch colors.count {
      case 1:
        Thread.detachNewThread {
          handle.perform { session in
            CATransaction.setDisableActions(true)
            session.rootLayer.sublayers?.first?.backgroundColor = Self.green
          }
        }
      case 2:
        Thread.detachNewThread {
          handle.perform { session in session.replaceScene(KioskSessionTests().scene(Self.blue)) }
        }
      default: return true
      }
      return false
    }
    #expect(colors == [[255, 0, 0], [0, 255, 0], [0, 0, 255]])
  }

  @Test func touchesAreEventsOfLayers() throws {
    let session = try KioskSession([scene()], options: options)
    var told: [String] = []
    session.onEvent = { event in
      if event.kind == .tap { told.append("\(event.layer.name ?? "") at \(event.canvasLocation?.x ?? -1)") }
    }
    try run(session) { session, _ in
      for (finger, x) in [(1, 0.25), (2, 0.75)] {
        let place = CGPoint(x: x, y: 0.5)
        session.layerInput.take([
          InputEvent(.touchBegan(finger: finger, at: place), time: 1),
          InputEvent(.touchEnded(finger: finger), time: 1.1),
        ])
      }
      return true
    }
    #expect(told == ["left at 16.0", "root at 48.0"])
  }

  /// Animations of a program whose times count from elsewhere are shown at the time that is held.
  @Test func timesCountFromTheOrigin() throws {
    var moving = scene()
    let move = CABasicAnimation(keyPath: "position.x")
    (move.fromValue, move.toValue, move.duration, move.beginTime) = (16.0, 48.0, 2, 1000)
    moving.root.sublayers?.first?.add(move, forKey: "move")
    moving.timeOrigin = 1000
    let expected = try LayerImageRenderer(.cpu).image(of: moving, at: 1)
    #expect(try color(expected, x: 8) == [0, 0, 255])
    #expect(try color(expected, x: 32) == [255, 0, 0])
    var options = options
    options.heldTime = 1
    let session = try KioskSession([moving], options: options)
    try run(session) { session, image in
      let difference = try image.difference(from: expected)
      #expect(difference.largest == 0)
      #expect(session.sceneTime() == 1)
      return true
    }
  }

  @Test func aKioskNeedsAScene() throws {
    let error = #expect(throws: MultiplaneError.self) { try KioskSession([Scene](), options: options) }
    #expect(error?.code == .sceneMissing && error?.description.hasPrefix("scenes: ") == true)
  }

  @Test func limitsRefuseFrames() throws {
    var limited = options
    limited.limit(to: ImageLimits(memory: 64 << 20, seconds: 3))
    #expect(limited.limits(true)?.seconds == 3 && limited.limits(false)?.bytes == 64 << 20)
    var window = WindowOptions()
    window.limit(to: ImageLimits(memory: 32 << 20, seconds: 1))
    #expect(window.limits(true)?.seconds == 1)
  }
}
