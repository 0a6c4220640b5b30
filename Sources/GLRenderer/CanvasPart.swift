import GL
import Graphics

/// A part of a canvas that a frame holds, where the whole is larger than frames can be.
package struct CanvasPart: Equatable, Sendable {
  /// The frame's pixels, on the canvas.
  package var area: PixelRect
  /// Whether the part is drawn as if it were the whole canvas. Surfaces then hold no more than it; what filters read beyond
  /// it is not there, so it must be so much larger than what is wanted of it.
  var isCut = false

  package init(area: PixelRect) {
    self.area = area
  }
}

/// Where a canvas, or a part of one, lies on the device.
struct CanvasPlace {
  /// What surfaces and quads reach to.
  let canvas: DeviceBox
  /// The pixels of the frame.
  let frame: DeviceBox
  /// The canvas's pixel that is the device's first. Of two parts only their origins differ, or not even these.
  let origin: Vector2

  /// On larger canvases each part has an origin of its own: shaders reckon with 24 bits, of which fourteen for whole pixels
  /// leave ten for what lies between them.
  private static let exactSide = 1 << 14

  init(_ part: CanvasPart?, width: Int, height: Int) {
    let whole = DeviceBox(minX: 0, minY: 0, maxX: Double(width), maxY: Double(height))
    guard let part else {
      (canvas, frame, origin) = (whole, whole, .zero)
      return
    }
    let area = DeviceBox(part.area)
    let origin = max(width, height) > Self.exactSide ? Vector2(area.minX, area.minY) : .zero
    frame = area.moved(by: -origin)
    canvas = part.isCut ? frame : whole.moved(by: -origin)
    self.origin = origin
  }
}

extension DeviceBox {
  init(_ rect: PixelRect) {
    self.init(
      minX: Double(rect.x), minY: Double(rect.y), maxX: Double(rect.x + rect.width), maxY: Double(rect.y + rect.height))
  }

  func moved(by offset: Vector2) -> DeviceBox {
    DeviceBox(minX: minX + offset.x, minY: minY + offset.y, maxX: maxX + offset.x, maxY: maxY + offset.y)
  }
}

extension CommandStream {
  /// What a layer reads of its backdrop.
  struct BackdropRead {
    /// The pixels that it shows.
    var shown: DeviceBox
    /// Those on which they depend.
    var read: DeviceBox
  }

  /// How far beyond pixels of the frame others count for them, by the filters of backdrops: what one reads another may have
  /// drawn, from what lies farther still.
  var backdropReach: Double {
    var reaches: [Double] = []
    var most = 0.0
    for (index, backdrop) in backdrops.enumerated() {
      let earlier = zip(backdrops, reaches).lazy.filter { !$0.0.shown.intersection(backdrop.read).isEmpty }.map(\.1)
      // Of very many each is taken to read what reaches farthest.
      reaches.append(backdrop.reach + (index < Self.comparedBackdrops ? earlier.max() ?? 0 : most))
      most = max(most, reaches[index])
    }
    return most
  }

  private static let comparedBackdrops = 512

  /// Whether the device can hold all surfaces and the textures of all paths.
  ///
  /// - Parameters:
  ///   - side: pixels of the longest side.
  ///   - pixels: pixels of the largest.
  func fits(side: Int, pixels: Int) -> Bool {
    func fits(_ width: Int, _ height: Int) -> Bool { max(width, height) <= side && width * height <= pixels }
    return passes.allSatisfy { $0.isFrame || $0.isLeftOut || fits($0.area.pixelWidth, $0.area.pixelHeight) }
      && coverages.allSatisfy { fits($0.width, $0.height) }
  }
}

extension CommandStream.BackdropRead {
  fileprivate var reach: Double {
    max(shown.minX - read.minX, shown.minY - read.minY, read.maxX - shown.maxX, read.maxY - shown.maxY, 0)
  }
}
