/// Scenes made by hand to take all the time and memory that drawing can take: on a canvas of 1000 x
/// 1000 px, unless they say so.
package struct DrawnBomb: Sendable {
  package let name: String
  private let size: String
  /// The root layer.
  private let root: String

  private init(name: String, size: String = "[1000, 1000]", root: String) {
    (self.name, self.size, self.root) = (name, size, root)
  }

  /// The scene's file, in whose folder there is an image `dot.png`.
  package var bytes: [UInt8] {
    Array(#"{"version": 1, "size": \#(size), "images": {"dot": "dot.png"}, "root": \#(root)}"#.utf8)
  }

  private static let full = #""frame": [0, 0, 1000, 1000]"#
  private static let half = #"{"frame": [100, 100, 500, 500], "backgroundColor": [1, 0, 0, 0.5]}"#
  private static let other = #"{"frame": [300, 300, 500, 500], "backgroundColor": [0, 0, 1, 0.5]}"#
  private static let blur = #"{"name": "CIGaussianBlur", "inputRadius": 100}"#
  private static let shadow = #""shadowOpacity": 1, "shadowRadius": 50, "shadowOffset": [5, 5]"#

  private static func nested(_ levels: Int, _ before: String, _ inside: String, _ after: String) -> String {
    String(repeating: before, count: levels) + inside + String(repeating: after, count: levels)
  }

  private static func list(_ count: Int, _ element: (Int) -> String) -> String {
    "[" + (0..<count).map(element).joined(separator: ", ") + "]"
  }

  /// Layers that turn a little each.
  private static func replicated(_ count: Int, _ layer: String) -> String {
    #"{"class": "CAReplicatorLayer", \#(full), "instanceCount": \#(count), "instanceTransform": [{"rotate": [0.01, 0, 0, 1]}], "#
      + #""sublayers": [\#(layer)]}"#
  }

  package static let all = surfaces + effects + shapes + crowds

  /// What is composed on surfaces of its own.
  private static var surfaces: [DrawnBomb] {
    let group =
      #"{"frame": [0, 0, 2000, 2000], "backgroundColor": [1, 0, 0, 0.1], "opacity": 0.9, "sublayers": [\#(half), "#
    let blend =
      #"{\#(full), "backgroundColor": [1, 0, 0, 0.5], "compositingFilter": "multiplyBlendMode", "sublayers": [\#(half), "#
    let masked =
      #"{\#(full), "backgroundColor": [1, 0, 0, 0.5], "mask": {\#(full), "sublayers": [\#(half), \#(other)]}, "sublayers": ["#
    let raster =
      #"{\#(full), "shouldRasterize": true, "rasterizationScale": 10, "backgroundColor": [1, 0, 0, 0.5], "sublayers": [\#(half)]}"#
    return [
      DrawnBomb(name: "nested groups", size: "[2000, 2000]", root: nested(500, group, half, "]}")),
      DrawnBomb(name: "nested blend modes", root: nested(240, blend, half, "]}")),
      DrawnBomb(name: "nested masks", root: nested(500, masked, half, "]}")),
      DrawnBomb(
        name: "masks of masks",
        root: nested(
          250, #"{\#(full), "backgroundColor": [1, 0, 0, 0.5], "mask": {\#(full), "sublayers": ["#, half, "]}}")),
      DrawnBomb(name: "rasters", root: #"{\#(full), "sublayers": \#(list(200) { _ in raster })}"#),
      DrawnBomb(
        name: "a large canvas", size: "[8192, 8192]",
        root:
          #"{"frame": [0, 0, 8192, 8192], "backgroundColor": [1, 0, 0, 1], "opacity": 0.5, "sublayers": [\#(half)]}"#),
      DrawnBomb(
        name: "groups on a large canvas", size: "[8192, 8192]",
        root: nested(
          50, #"{"frame": [0, 0, 8192, 8192], "backgroundColor": [1, 0, 0, 0.5], "opacity": 0.9, "sublayers": ["#, half,
          "]}")),
    ]
  }

  /// What looks at many pixels for one.
  private static var effects: [DrawnBomb] {
    let blurred = #"{\#(full), "backgroundColor": [1, 0, 0, 0.1], "filters": [\#(blur)], "sublayers": ["#
    let casting = #"{\#(full), "backgroundColor": [1, 0, 0, 0.1], \#(shadow), "sublayers": ["#
    let backdrop = #"{"frame": [0, 0, 600, 600], "backgroundFilters": [\#(blur)]}"#
    func chain(_ filter: String, _ count: Int) -> String {
      #"{\#(full), "sublayers": [\#(half)], "filters": \#(list(count) { _ in filter })}"#
    }
    return [
      DrawnBomb(
        name: "blurs",
        root:
          #"{\#(full), "sublayers": \#(list(2000) { #"{"frame": [\#($0 % 900), \#($0 / 3), 300, 300], "backgroundColor": [1, 0, 0, 0.5], "filters": [\#(blur)]}"# })}"#
      ),
      DrawnBomb(name: "nested blurs", root: nested(400, blurred, half, "]}")),
      DrawnBomb(name: "chain of blurs", root: chain(blur, 1000)),
      DrawnBomb(name: "chain of box blurs", root: chain(#"{"name": "CIBoxBlur", "inputRadius": 300}"#, 300)),
      DrawnBomb(name: "chain of pixellations", root: chain(#"{"name": "CIPixellate", "inputScale": 1.5}"#, 300)),
      DrawnBomb(name: "backdrops", root: #"{\#(full), "sublayers": [\#(half), \#(replicated(5000, backdrop))]}"#),
      DrawnBomb(
        name: "chain of a backdrop",
        root: #"{\#(full), "sublayers": [\#(half), {\#(full), "backgroundFilters": \#(list(500) { _ in blur })}]}"#),
      DrawnBomb(name: "nested shadows", root: nested(400, casting, half, "]}")),
      DrawnBomb(
        name: "shadows of instances",
        root: replicated(60000, #"{"frame": [0, 0, 300, 300], "backgroundColor": [1, 0, 0, 0.5], \#(shadow)}"#)),
      DrawnBomb(
        name: "shadows of groups of instances",
        root: replicated(30000, #"{"frame": [0, 0, 300, 300], \#(shadow), "sublayers": [\#(half), \#(other)]}"#)),
    ]
  }

  /// Paths, gradients and text.
  private static var shapes: [DrawnBomb] {
    func zigzag(_ lines: Int) -> String {
      (0..<lines).map { "L\($0 &* 7919 % 1000) \($0 &* 104_729 % 1000)" }.joined(separator: " ")
    }
    let curves = String(repeating: "C1000 0 0 1000 1000 1000 C 0 1000 1000 0 0 0 ", count: 20_000)
    func shape(_ path: String, _ members: String) -> String {
      #"{"class": "CAShapeLayer", \#(full), "path": "M0 0 \#(path)", \#(members)}"#
    }
    let stroke =
      #""fillColor": null, "strokeColor": [1, 0, 0, 0.5], "lineWidth": 50, "lineJoin": "round", "lineCap": "round""#
    func gradient(_ stops: Int) -> String {
      #"{"class": "CAGradientLayer", \#(full), "colors": \#(list(stops) { "[\($0 % 2), 0, 0, 0.5]" })}"#
    }
    let text = #"{"class": "CATextLayer", \#(full), "fontSize": 900, "string": "WMWM"}"#
    return [
      DrawnBomb(name: "a long path", root: shape(zigzag(40_000), #""fillColor": [1, 0, 0, 0.5]"#)),
      DrawnBomb(name: "a long stroke", root: shape(zigzag(40_000), stroke)),
      DrawnBomb(
        name: "fine dashes", root: shape(zigzag(2000), stroke + #", "lineDashPattern": [0.01, 0.01]"#)),
      DrawnBomb(name: "curves", root: shape(curves, #""fillColor": [1, 0, 0, 0.5]"#)),
      DrawnBomb(name: "strokes of curves", root: shape(curves, stroke)),
      DrawnBomb(
        name: "many paths",
        root:
          #"{\#(full), "sublayers": \#(list(200) { _ in shape(zigzag(800), #""fillColor": [1, 0, 0, 0.1]"#) })}"#
      ),
      DrawnBomb(name: "many stops", root: gradient(100_000)),
      DrawnBomb(name: "gradients", root: #"{\#(full), "sublayers": \#(list(500) { _ in gradient(500) })}"#),
      DrawnBomb(name: "large text", root: #"{\#(full), "sublayers": \#(list(60) { _ in text })}"#),
      DrawnBomb(
        name: "long text", size: "[4000, 4000]",
        root:
          #"{"class": "CATextLayer", "frame": [0, 0, 4000, 4000], "fontSize": 3, "wrapped": true, "string": "\#(String(repeating: "lorem ipsum ", count: 8000))"}"#
      ),
    ]
  }

  /// Very many of something.
  private static var crowds: [DrawnBomb] {
    let clip =
      #"{\#(full), "cornerRadius": 20, "masksToBounds": true, "transform": [{"rotate": [0.001, 0, 0, 1]}], "sublayers": ["#
    let faint = #"{\#(full), "backgroundColor": [0, 1, 0, 0.01], "cornerRadius": 50}"#
    func plane(_ index: Int, _ inside: String) -> String {
      #"{\#(full), "backgroundColor": [1, 0, 0, 0.3], "transform": [{"rotate": [\#(Double(index) * 0.05), 1, \#(Double(index) * 0.2), 0]}]\#(inside)}"#
    }
    func planes(_ count: Int, _ inside: String) -> String {
      #"{"class": "CATransformLayer", \#(full), "sublayers": \#(list(count) { plane($0, inside) })}"#
    }
    let cell =
      #"{"contents": "dot", "birthRate": 1000, "lifetime": 10, "scale": 200, "velocity": 50, "emissionRange": 6}"#
    return [
      DrawnBomb(
        name: "layers over each other", root: replicated(90_000, #"{\#(full), "backgroundColor": [1, 0, 0, 0.01]}"#)),
      DrawnBomb(name: "nested clips", root: nested(400, clip, #"{"sublayers": \#(list(500) { _ in faint })}"#, "]}")),
      DrawnBomb(name: "planes that cross", root: planes(3000, "")),
      DrawnBomb(name: "groups that cross", root: planes(300, #", "opacity": 0.5, "sublayers": [\#(half), \#(other)]"#)),
      DrawnBomb(
        name: "large particles",
        root: #"{"class": "CAEmitterLayer", "emitterPosition": [500, 500], "emitterCells": [\#(cell)]}"#),
      DrawnBomb(
        name: "large particles with shadows",
        root:
          #"{"class": "CAEmitterLayer", "emitterPosition": [500, 500], "emitterCells": [\#(cell)], \#(shadow), "opacity": 0.5}"#
      ),
      DrawnBomb(
        name: "emitters",
        root:
          #"{\#(full), "sublayers": \#(list(5000) { _ in #"{"class": "CAEmitterLayer", "emitterCells": [{"contents": "dot", "birthRate": 1e5, "lifetime": 10}]}"# })}"#
      ),
      DrawnBomb(
        name: "emitters of what is gone",
        root:
          #"{\#(full), "sublayers": \#(list(5000) { _ in #"{"class": "CAEmitterLayer", "emitterCells": [{"contents": "dot", "color": [0, 0, 0, 0], "birthRate": 1e5, "lifetime": 10}]}"# })}"#
      ),
      DrawnBomb(
        name: "shadows of emitters of instances",
        root: replicated(
          2000, #"{"class": "CAEmitterLayer", "emitterPosition": [500, 500], "emitterCells": [\#(cell)], \#(shadow)}"#)),
    ]
  }
}
