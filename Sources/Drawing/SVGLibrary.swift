import Foundation

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
  /// `g_object_unref`.
  let release: @convention(c) (OpaquePointer) -> Void
  /// `g_error_free`.
  private let freeError: @convention(c) (UnsafeMutableRawPointer) -> Void

  /// The library; nil where it is not installed, or older.
  static let shared = SVGLibrary()

  private init?() {
    // Never closed: GLib cannot be unloaded.
    guard let library = dlopen("librsvg-2.so.2", RTLD_NOW),
      let newFromData = dlsym(library, "rsvg_handle_new_from_data"),
      let intrinsicSize = dlsym(library, "rsvg_handle_get_intrinsic_size_in_pixels"),
      let render = dlsym(library, "rsvg_handle_render_document"),
      let release = dlsym(library, "g_object_unref"), let freeError = dlsym(library, "g_error_free")
    else { return nil }
    self.newFromData = unsafeBitCast(newFromData, to: NewFromData.self)
    self.intrinsicSize = unsafeBitCast(intrinsicSize, to: IntrinsicSize.self)
    self.render = unsafeBitCast(render, to: Render.self)
    self.release = unsafeBitCast(release, to: (@convention(c) (OpaquePointer) -> Void).self)
    self.freeError = unsafeBitCast(freeError, to: (@convention(c) (UnsafeMutableRawPointer) -> Void).self)
  }

  /// The text of an error of GLib's, which is let go. A `GError` is two numbers of 32 bits and then its text.
  func takeText(of error: UnsafeMutableRawPointer?) -> String {
    guard let error else { return "no reason given" }
    defer { freeError(error) }
    let text = error.load(fromByteOffset: 8, as: UnsafePointer<CChar>?.self)
    return text.map { String(cString: $0) } ?? "no reason given"
  }
}
