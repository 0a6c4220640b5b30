import Foundation

@testable import MultiplaneDrawing

/// Pango asked straight, without any code of ours: one font, one width, and what it says of its
/// lines.
///
/// The configuration holds the test font and nothing else, so that no font of the system can
/// matter.
struct PangoProbe {
  struct Line: Equatable {
    /// In bytes of UTF-8.
    var start: Int
    /// Of the line's logical rectangle, in points.
    var width: Double
    var height: Double
  }

  enum Failure: Error { case noPango }

  private typealias Object = OpaquePointer
  private typealias Maker = @convention(c) () -> Object?
  private typealias Setter = @convention(c) (Object, Int32) -> Void
  private typealias ObjectSetter = @convention(c) (Object, Object?) -> Void
  private typealias Getter = @convention(c) (Object, Int32) -> Object?
  private typealias Extents =
    @convention(c) (Object, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?) -> Void

  private let library: UnsafeMutableRawPointer

  init() throws {
    guard let library = dlopen("libpangocairo-1.0.so.0", RTLD_NOW) else { throw Failure.noPango }
    self.library = library
  }

  private func call<Function>(_ name: String, as type: Function.Type) throws -> Function {
    guard let address = dlsym(library, name) else { throw Failure.noPango }
    return unsafeBitCast(address, to: type)
  }

  /// The lines of a text in the test font, `size` points large, wrapped to a width.
  ///
  /// The lock is part of the question: without it, what other tests draw meanwhile may close the
  /// font under Pango's hands (`FontLock` says how): letters then measure nothing, and a line
  /// breaks elsewhere.
  func lines(_ text: String, fontFile: String, size: Double, width: Double?) throws -> [Line] {
    try FontLock.withLock { try measure(text, fontFile: fontFile, size: size, width: width) }
  }

  private func measure(_ text: String, fontFile: String, size: Double, width: Double?) throws -> [Line] {
    guard let config = try call("FcConfigCreate", as: Maker.self)(),
      let map = try call("pango_cairo_font_map_new", as: Maker.self)()
    else { throw Failure.noPango }
    _ = try call("FcConfigAppFontAddFile", as: (@convention(c) (Object, UnsafePointer<CChar>) -> Int32).self)(
      config, fontFile)
    try call("pango_fc_font_map_set_config", as: ObjectSetter.self)(map, config)
    let newContext = try call("pango_font_map_create_context", as: (@convention(c) (Object) -> Object?).self)
    guard let context = newContext(map) else { throw Failure.noPango }
    let options = try call("cairo_font_options_create", as: Maker.self)()
    // CAIRO_HINT_STYLE_NONE and CAIRO_HINT_METRICS_OFF.
    if let options {
      try call("cairo_font_options_set_hint_style", as: Setter.self)(options, 1)
      try call("cairo_font_options_set_hint_metrics", as: Setter.self)(options, 1)
    }
    try call("pango_cairo_context_set_font_options", as: ObjectSetter.self)(context, options)
    try call("pango_context_set_round_glyph_positions", as: Setter.self)(context, 0)
    guard let layout = try call("pango_layout_new", as: (@convention(c) (Object) -> Object?).self)(context),
      let description = try call(
        "pango_font_description_from_string", as: (@convention(c) (UnsafePointer<CChar>) -> Object?).self)(
          "Multiplane Test")
    else { throw Failure.noPango }
    try call("pango_font_description_set_absolute_size", as: (@convention(c) (Object, Double) -> Void).self)(
      description, size * 1024)
    try call("pango_layout_set_font_description", as: ObjectSetter.self)(layout, description)
    try call("pango_layout_set_text", as: (@convention(c) (Object, UnsafePointer<CChar>, Int32) -> Void).self)(
      layout, text, -1)
    if let width { try call("pango_layout_set_width", as: Setter.self)(layout, Int32(width * 1024)) }
    try call("pango_layout_set_wrap", as: Setter.self)(layout, 2)
    // No hyphens in words that are longer than a line, as a layer's text has none.
    let list = try call("pango_attr_list_new", as: Maker.self)()
    let hyphens = try call("pango_attr_insert_hyphens_new", as: (@convention(c) (Int32) -> Object?).self)(0)
    if let list { try call("pango_attr_list_insert", as: ObjectSetter.self)(list, hyphens) }
    try call("pango_layout_set_attributes", as: ObjectSetter.self)(layout, list)
    let count = try call("pango_layout_get_line_count", as: (@convention(c) (Object) -> Int32).self)(layout)
    let line = try call("pango_layout_get_line_readonly", as: Getter.self)
    let extents = try call("pango_layout_line_get_extents", as: Extents.self)
    let start = try call("pango_layout_line_get_start_index", as: (@convention(c) (Object) -> Int32).self)
    return (0..<count).compactMap { index in
      guard let line = line(layout, index) else { return nil }
      var logical: [Int32] = [0, 0, 0, 0]
      extents(line, nil, &logical)
      return Line(start: Int(start(line)), width: Double(logical[2]) / 1024, height: Double(logical[3]) / 1024)
    }
  }
}
