/// What pays on a kind of device: the one table that says so, each number measured (docs/performance.md).
///
/// Whatever it says, the same picture is drawn; it decides only how.
package struct DeviceTraits: Equatable, Sendable {
  /// How frames, images and surfaces of bytes are stored.
  package var byteFormat = PixelFormat.rgba8
  /// Whether the usual quads are drawn by their corners with programs that know just what they need, rather than by a record
  /// each with programs for all cases.
  package var drawsPlainQuads = false
  /// What a call's vertices may take after the vertex shader, 16 bytes for the position and for each varying; nil for no
  /// limit. Only quads that are drawn by their corners are parted for its sake.
  package var vertexBytesPerCall: Int?
  /// A rectangle is drawn in pieces, most of them by a program that knows no edges, where it has at least so many device
  /// pixels for each piece.
  package var pixelsPerPiece = Double.infinity
  /// Whether a buffer of records is written over rather than made anew for each frame: the device has read it when a draw call
  /// returns, and clears what it makes.
  package var rewritesBuffers = false
  /// Whether the wide blurs of layers that only move are kept from frame to frame.
  package var keepsBlurs = false
  /// Whether shaders lay soft pictures over what is there themselves, as the device's blending is off by too much.
  package var blendsSoftInShader = false
  /// Whether textures of bytes that shaders sample and do nothing else with are mixed in bytes, several times faster, and what
  /// those do not hold is cut off, once along each axis.
  package var cutsMixedBytes = false
  /// Whether what shaders sample between the pixels of a texture of bytes is rounded to bytes.
  package var roundsSamples = false
  /// Whether a row of pixels that fills a box is drawn about as fast as one colour is; only of textures that are blue first.
  package var stretchesRows = false

  /// Devices of which nothing was measured: the fewest calls.
  package static let unknown = DeviceTraits()

  /// Mesa's llvmpipe (22.3). It draws pairs of triangles as rectangles, several times faster than all else, where they are
  /// rectangles along the axes, the colour buffer and the textures are BGRA bytes, no varying is flat and the vertices of a
  /// call fit into one of its buffers, of 4,096 bytes; a call that is parted there is drawn triangle by triangle. Where the
  /// shader moreover only samples and multiplies, it draws rows of pixels without a loop over blocks.
  ///
  /// It blends in the numbers of the colour buffer: of bytes, the colour is rounded, so is its alpha, and so is what that
  /// leaves of what is there. In a shader that reads what is there the sum alone is rounded, for hardly more time.
  static let llvmpipe = DeviceTraits(
    byteFormat: .bgra8, drawsPlainQuads: true, vertexBytesPerCall: 4096, pixelsPerPiece: 400,
    rewritesBuffers: true, keepsBlurs: true, cutsMixedBytes: true, roundsSamples: true, stretchesRows: true)

  /// The row of a device.
  ///
  /// - Parameters:
  ///   - takesBGRA: whether it has textures of that order.
  ///   - fetchesPixels: whether shaders can read what is there.
  package static func of(renderer: String, takesBGRA: Bool, fetchesPixels: Bool) -> DeviceTraits {
    let renderer = renderer.lowercased()
    guard renderer.hasPrefix("llvmpipe") else {
      var traits = unknown
      // A virtual device (virgl) samples as its host's driver does.
      traits.roundsSamples = renderer.contains("llvmpipe")
      return traits
    }
    var traits = llvmpipe
    if !takesBGRA {
      (traits.byteFormat, traits.cutsMixedBytes, traits.stretchesRows) = (.rgba8, false, false)
    }
    traits.blendsSoftInShader = fetchesPixels
    return traits
  }
}
