import Foundation
import MultiplaneDynamicLibraries

/// The functions of librsvg that are called here, found when the first SVG is read.
///
/// The library is not linked: it brings some thirty others with it, which would lengthen the start of every program by
/// about 20 ms, and most programs never see an SVG. The functions and their types are those of librsvg 2.52 and newer.
struct SVGLibrary: Sendable {
  /// `rsvg_handle_new_from_data`: the bytes, how many, where an error is put; nil with an error.
  typealias NewFromData =
    @convention(c) (
      UnsafePointer<UInt8>, Int, UnsafeMutablePointer<UnsafeMutableRawPointer?>
    ) -> OpaquePointer?
  /// `rsvg_handle_get_intrinsic_size_in_pixels`: 0 where the document does not say.
  typealias IntrinsicSize =
    @convention(c) (
      OpaquePointer, UnsafeMutablePointer<Double>, UnsafeMutablePointer<Double>
    ) -> Int32
  /// `rsvg_handle_render_document`: a document, a `cairo_t`, the rectangle x, y, width, height; 0 with an error.
  typealias Render =
    @convention(c) (
      OpaquePointer, OpaquePointer, UnsafePointer<Double>, UnsafeMutablePointer<UnsafeMutableRawPointer?>
    ) -> Int32

  let newFromData: NewFromData
  let intrinsicSize: IntrinsicSize
  let render: Render

  /// The library; nil where it is not installed, or older.
  static let shared = SVGLibrary()

  private init?() {
    do throws(MissingSymbol) {
      let library = try DynamicLibrary("librsvg-2.so.2")
      newFromData = try library.function("rsvg_handle_new_from_data")
      intrinsicSize = try library.function("rsvg_handle_get_intrinsic_size_in_pixels")
      render = try library.function("rsvg_handle_render_document")
    } catch {
      return nil
    }
  }

  /// Copies the text of an error of GLib's, ended by a zero. A `GError` is two numbers of 32 bits and then its text.
  func copyText(of error: UnsafeMutableRawPointer?, to target: UnsafeMutableRawPointer, count: Int) {
    guard let text = error?.load(fromByteOffset: 8, as: UnsafePointer<CChar>?.self) else { return }
    let length = min(strlen(text), count - 1)
    memcpy(target, text, length)
    target.storeBytes(of: 0, toByteOffset: length, as: UInt8.self)
  }
}
