// Shaders: the GLSL ES 3.00 sources, embedded in the program, handed out in one place.
//
// In:   the file of a stage, its shared pieces, and the features that a batch needs.
// Out:  the complete source text of that stage.
// Path: `ShaderLibrary.source` joins the version line, one `#define` a feature, the shared pieces that a stage needs,
//       and the stage's own file; once for the vertex and once for the fragment stage.
//
// `MULTIPLANE_SHADERS=folder` in the environment reads the files from a folder instead, for work on a shader. `#line`
// numbers keep the driver's messages pointing at the real file: the string number counts the pieces.

import Foundation

/// Where shader sources come from.
package struct ShaderLibrary: Sendable {
  /// What a batch needs beyond the plainest case; each is a `#define` of the same name.
  package struct Features: OptionSet, Hashable, Sendable, CustomStringConvertible {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The quads have a chain of clips.
    package static let clipped = Features(rawValue: 1)
    /// The quads' planes are not parallel to the screen.
    package static let perspective = Features(rawValue: 2)
    /// The quads are parts of images that show more than one.
    package static let parted = Features(rawValue: 4)
    /// The quads may show mip levels below the first.
    package static let mipmapped = Features(rawValue: 8)
    /// The surface that is read goes on beyond its edges, rather than being transparent there.
    package static let extended = Features(rawValue: 16)
    /// A mask says how much is mixed, or what is left.
    package static let masked = Features(rawValue: 32)
    /// The surface that is read is smaller than what it shows.
    package static let scaled = Features(rawValue: 64)
    /// The chain of clips has a picture of coverage.
    package static let pictured = Features(rawValue: 128)
    /// Plain quads show a texture.
    package static let textured = Features(rawValue: 256)
    /// Plain quads have the colours of their vertices.
    package static let colored = Features(rawValue: 512)
    /// Plain quads have four edges that are anti-aliased.
    package static let edged = Features(rawValue: 1024)
    /// Plain quads are parts of a rounded rectangle.
    package static let rounded = Features(rawValue: 2048)
    /// The rounded rectangle is only a line along its edge.
    package static let hollow = Features(rawValue: 4096)
    /// What is drawn takes the place of what is there.
    package static let replacing = Features(rawValue: 8192)
    /// Plain quads sample their texture between its pixels.
    package static let smooth = Features(rawValue: 16384)
    /// The straight edges of plain quads count twice.
    package static let doubled = Features(rawValue: 32768)
    /// The shader reads what is there and lies over it by itself.
    package static let fetching = Features(rawValue: 65536)
    /// Plain quads show an opaque image whose texture has the alpha of their mask.
    package static let joined = Features(rawValue: 131072)
    /// Plain quads sample between the pixels of a texture that was raised by what the device cuts off.
    package static let raised = Features(rawValue: 262144)
    /// Plain quads are corners of a rounded rectangle that is filled and has a line along its edge.
    package static let bordered = Features(rawValue: 524288)
    /// What lies between the pixels of an image is mixed by the shader, as the device would round it to bytes.
    package static let exact = Features(rawValue: 1_048_576)
    /// What the shader lies over what is there is cut to 0…1 before, as it is where the device blends in bytes.
    package static let cut = Features(rawValue: 2_097_152)
    /// Plain quads do not have one colour all over.
    package static let ramped = Features(rawValue: 4_194_304)
    /// The shader is none of those that drivers on the CPU run in 8-bit numbers.
    package static let steady = Features(rawValue: 8_388_608)
    /// There are gradients among what is painted.
    package static let gradients = Features(rawValue: 1 << 24)
    package static let images = Features(rawValue: 1 << 25)
    package static let paths = Features(rawValue: 1 << 26)
    /// Pictures of other passes.
    package static let pictures = Features(rawValue: 1 << 27)
    /// What reads what is beneath it.
    package static let blends = Features(rawValue: 1 << 28)
    /// Planes that are not parallel to the screen.
    package static let projective = Features(rawValue: 1 << 29)
    /// Corners that are not arcs of circles.
    package static let continuous = Features(rawValue: 1 << 30)

    /// The macros of the features.
    package var names: [String] {
      let all: [(Features, String)] = [
        (.clipped, "CLIPPED"), (.perspective, "PERSPECTIVE"), (.parted, "PARTED"), (.mipmapped, "MIPMAPPED"),
        (.extended, "EXTENDED"), (.masked, "MASKED"), (.scaled, "SCALED"), (.pictured, "PICTURED"),
        (.textured, "TEXTURED"), (.colored, "COLORED"), (.edged, "EDGED"), (.rounded, "ROUNDED"), (.hollow, "HOLLOW"),
        (.replacing, "REPLACING"), (.smooth, "SMOOTH"), (.doubled, "DOUBLED"),
        (.fetching, "FETCHING"), (.joined, "JOINED"), (.raised, "RAISED"), (.bordered, "BORDERED"), (.exact, "EXACT"),
        (.cut, "CUT"), (.ramped, "RAMPED"), (.steady, "STEADY"), (.gradients, "GRADIENTS"), (.images, "IMAGES"),
        (.paths, "PATHS"), (.pictures, "PICTURES"), (.blends, "BLENDS"), (.projective, "PROJECTIVE"), (.continuous, "CONTINUOUS"),
      ]
      return all.filter { contains($0.0) }.map(\.1)
    }
    package var description: String { names.map { $0.lowercased() }.joined(separator: "+") }
  }

  /// The folder that takes the place of the embedded files; nil uses those.
  let folder: String?

  package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    folder = environment["MULTIPLANE_SHADERS"]
  }

  /// The complete text of a stage.
  ///
  /// - Parameters:
  ///   - file: the stage's file, such as `fill.frag`.
  ///   - pieces: the shared files that it uses, in order.
  ///   - extensions: what it needs beyond GLSL ES 3.00.
  /// - Throws: `ShaderError` when a file of the folder cannot be read.
  package func source(
    _ file: String, pieces: [String], features: Features, slots: Int? = nil, extensions: [String] = []
  ) throws(ShaderError) -> String {
    var text = "#version 300 es\n"
    for name in extensions { text += "#extension \(name) : require\n" }
    text += "precision highp float;\nprecision highp int;\n"
    if let slots { text += "#define SLOTS \(slots)\n" }
    for name in features.names { text += "#define \(name) 1\n" }
    for (index, name) in (pieces + [file]).enumerated() {
      text += "#line 1 \(index)\n" + (try read(name)) + "\n"
    }
    return text
  }

  private func read(_ name: String) throws(ShaderError) -> String {
    if let folder {
      let path = folder + "/" + name
      guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
        throw .unreadable(path: path)
      }
      return text
    }
    guard let bytes = Self.embedded[name] else { throw .unreadable(path: name) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Every file by its name. Unique across the folder, since SwiftPM makes one constant a file.
  private static let embedded: [String: [UInt8]] = [
    "corners.glsl": PackageResources.corners_glsl,
    "coverage.glsl": PackageResources.coverage_glsl,
    "clip.glsl": PackageResources.clip_glsl,
    "quad.glsl": PackageResources.quad_glsl,
    "sampling.glsl": PackageResources.sampling_glsl,
    "mixing.glsl": PackageResources.mixing_glsl,
    "fill.vert": PackageResources.fill_vert,
    "fill.frag": PackageResources.fill_frag,
    "border.frag": PackageResources.border_frag,
    "image.vert": PackageResources.image_vert,
    "image.frag": PackageResources.image_frag,
    "surface.vert": PackageResources.surface_vert,
    "surface.frag": PackageResources.surface_frag,
    "gradient.vert": PackageResources.gradient_vert,
    "gradient.frag": PackageResources.gradient_frag,
    "masked.frag": PackageResources.masked_frag,
    "blur.vert": PackageResources.blur_vert,
    "blur.frag": PackageResources.blur_frag,
    "shadow.frag": PackageResources.shadow_frag,
    "softrect.vert": PackageResources.softrect_vert,
    "softrect.frag": PackageResources.softrect_frag,
    "shape.frag": PackageResources.shape_frag,
    "spread.glsl": PackageResources.spread_glsl,
    "modes.glsl": PackageResources.modes_glsl,
    "filter.vert": PackageResources.filter_vert,
    "colormatrix.frag": PackageResources.colormatrix_frag,
    "tone.frag": PackageResources.tone_frag,
    "vignette.frag": PackageResources.vignette_frag,
    "pixellate.frag": PackageResources.pixellate_frag,
    "mean.frag": PackageResources.mean_frag,
    "blocks.frag": PackageResources.blocks_frag,
    "shrink.frag": PackageResources.shrink_frag,
    "grow.frag": PackageResources.grow_frag,
    "blend.frag": PackageResources.blend_frag,
    "external.vert": PackageResources.external_vert,
    "external.frag": PackageResources.external_frag,
    "plain.vert": PackageResources.plain_vert,
    "plain.frag": PackageResources.plain_frag,
    "record.vert": PackageResources.record_vert,
    "record.glsl": PackageResources.record_glsl,
    "region.glsl": PackageResources.region_glsl,
    "clips.glsl": PackageResources.clips_glsl,
    "paint.frag": PackageResources.paint_frag,
    "convolve.frag": PackageResources.convolve_frag,
    "squares.frag": PackageResources.squares_frag,
    "colors.frag": PackageResources.colors_frag,
  ]
}

/// A shader file that cannot be had.
package enum ShaderError: Error, CustomStringConvertible {
  case unreadable(path: String)

  package var description: String {
    switch self {
    case .unreadable(let path):
      "\(path): cannot be read as a shader: correct MULTIPLANE_SHADERS or leave it unset to use the embedded ones"
    }
  }
}
