// Shaders: the GLSL ES 3.00 sources, embedded in the program.
//
// In:   a shader stage, and the features that a batch needs.
// Out:  the complete source text of that stage.
// Path: `ShaderLibrary.source` joins the version line, one `#define` per feature, the numbers that
//       the renderer generates, the shared pieces that a stage needs, and the stage's own file;
//       once for the vertex and once for the fragment stage.
//
// A new file needs a row of `ShaderFile`, and its place in the programs that use it
// (`ProgramKey.Stage`).
//
// For work on a shader, the environment variable `MULTIPLANE_SHADERS=folder` reads the files from a
// folder instead. `#line` directives map the driver's messages to the real files: the string number
// counts the pieces.

import Foundation

/// Where shader sources come from.
package struct ShaderLibrary: Sendable {
  /// What a batch needs beyond the plainest case; each is a `#define` of the same name.
  package struct Features: OptionSet, Hashable, Sendable, CustomStringConvertible {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    /// Records have chains of clips.
    package static let clipped = Features(rawValue: 1)
    /// Planes that are not parallel to the screen.
    package static let projective = Features(rawValue: 2)
    /// Rounded corners, and what has an inside taken away.
    package static let rounded = Features(rawValue: 4)
    /// Corners that are not arcs of circles.
    package static let continuous = Features(rawValue: 8)
    package static let gradients = Features(rawValue: 16)
    package static let images = Features(rawValue: 32)
    /// Paths, and shadows of rounded rectangles: what reads the texture of coverage.
    package static let coverage = Features(rawValue: 64)
    /// Pictures of other passes.
    package static let pictures = Features(rawValue: 128)
    /// What reads what is beneath it.
    package static let blends = Features(rawValue: 256)

    /// Each with its macro.
    private static let macros: [(Features, String)] = [
      (.clipped, "CLIPPED"), (.projective, "PROJECTIVE"), (.rounded, "ROUNDED"), (.continuous, "CONTINUOUS"),
      (.gradients, "GRADIENTS"), (.images, "IMAGES"), (.coverage, "COVERAGE"), (.pictures, "PICTURES"),
      (.blends, "BLENDS"),
    ]

    /// The macros of the features.
    package var names: [String] { Self.macros.filter { contains($0.0) }.map(\.1) }
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
  ///   - file: the stage's file.
  ///   - pieces: the shared files that it uses, in order; those of features that it lacks are left
  ///     out.
  ///   - slots: how many textures it reads; nil for a stage that asks for no number.
  ///   - extensions: what it needs beyond GLSL ES 3.00.
  ///   - generated: declarations before the pieces: the numbers that Swift shares with shaders.
  /// - Throws: `ShaderError` when a file of the folder cannot be read.
  package func source(
    _ file: ShaderFile, pieces: [ShaderFile] = [], features: Features = [], slots: Int? = nil,
    extensions: [String] = [], generated: String = ""
  ) throws(ShaderError) -> String {
    var text = "#version 300 es\n"
    for name in extensions { text += "#extension \(name) : require\n" }
    text += "precision highp float;\nprecision highp int;\n"
    if let slots { text += "#define SLOTS \(slots)\n" }
    for name in features.names { text += "#define \(name) 1\n" }
    text += generated
    let used = pieces.filter { $0.feature.map(features.contains) ?? true }
    for (index, file) in (used + [file]).enumerated() {
      text += "#line 1 \(index)\n" + (try read(file)) + "\n"
    }
    return text
  }

  private func read(_ file: ShaderFile) throws(ShaderError) -> String {
    guard let folder else { return String(decoding: file.text, as: UTF8.self) }
    let path = folder + "/" + file.name
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { throw .unreadable(path: path) }
    return text
  }
}

/// A file of `Shaders/GLSL`; each has one row here, and all of them are embedded (`tools/check`
/// compares rows and folder).
package struct ShaderFile: Sendable {
  package let name: String
  /// The feature without which a shared file is left out; nil for one that is always there.
  let feature: ShaderLibrary.Features?
  let text: [UInt8]

  private init(_ name: String, _ text: [UInt8], only feature: ShaderLibrary.Features? = nil) {
    self.name = name
    self.text = text
    self.feature = feature
  }

  package static let externalVertex = ShaderFile("external.vert", PackageResources.external_vert)
  package static let external = ShaderFile("external.frag", PackageResources.external_frag)
  package static let recordVertex = ShaderFile("record.vert", PackageResources.record_vert)
  package static let paint = ShaderFile("paint.frag", PackageResources.paint_frag)
  package static let convolve = ShaderFile("convolve.frag", PackageResources.convolve_frag)
  package static let squares = ShaderFile("squares.frag", PackageResources.squares_frag)
  package static let colors = ShaderFile("colors.frag", PackageResources.colors_frag)
  package static let bloom = ShaderFile("bloom.frag", PackageResources.bloom_frag)

  package static let record = ShaderFile("record.glsl", PackageResources.record_glsl)
  package static let corners = ShaderFile("corners.glsl", PackageResources.corners_glsl, only: .rounded)
  package static let region = ShaderFile("region.glsl", PackageResources.region_glsl)
  package static let clips = ShaderFile("clips.glsl", PackageResources.clips_glsl)
  package static let gradients = ShaderFile("gradients.glsl", PackageResources.gradients_glsl, only: .gradients)
  package static let images = ShaderFile("images.glsl", PackageResources.images_glsl, only: .images)
  package static let shadows = ShaderFile("shadows.glsl", PackageResources.shadows_glsl, only: .coverage)
  package static let modes = ShaderFile("modes.glsl", PackageResources.modes_glsl, only: .blends)
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
