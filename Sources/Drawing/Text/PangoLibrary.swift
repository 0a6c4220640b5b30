import Foundation
import MultiplaneDynamicLibraries

/// The functions of Pango and GObject that are called here, and with them those of HarfBuzz and fontconfig, found when the first
/// text is measured or drawn.
///
/// The library is not linked: with the dozen others that it brings it would lengthen the start of every program by about
/// 5 ms (half as long again), and most programs show no text. Names and types are those of Pango 1.50 and newer. Objects
/// are `OpaquePointer`; lengths are in Pango's units, `PangoLibrary.units` of them a point.
struct PangoLibrary: Sendable {
  typealias Object = OpaquePointer
  typealias Numbers = UnsafeMutablePointer<Int32>

  /// Pango's units in a point: `PANGO_SCALE`.
  static let units = 1024.0

  // Font maps and contexts.
  let newFontMap: @convention(c) () -> Object?
  let setConfig: @convention(c) (Object, Object?) -> Void
  let createContext: @convention(c) (Object) -> Object?
  let languageFromString: @convention(c) (UnsafePointer<CChar>) -> Object?
  let setLanguage: @convention(c) (Object, Object?) -> Void
  let setBaseDirection: @convention(c) (Object, Int32) -> Void
  let setRoundsPositions: @convention(c) (Object, Int32) -> Void
  let setFontOptions: @convention(c) (Object, Object?) -> Void

  // Fonts.
  let newDescription: @convention(c) () -> Object?
  let descriptionFromPattern: @convention(c) (Object, Int32) -> Object?
  let copyDescription: @convention(c) (Object) -> Object?
  let freeDescription: @convention(c) (Object) -> Void
  let setFamily: @convention(c) (Object, UnsafePointer<CChar>) -> Void
  let getFamily: @convention(c) (Object) -> UnsafePointer<CChar>?
  let setWeight: @convention(c) (Object, Int32) -> Void
  let setStyle: @convention(c) (Object, Int32) -> Void
  let setStretch: @convention(c) (Object, Int32) -> Void
  let setAbsoluteSize: @convention(c) (Object, Double) -> Void
  let loadFont: @convention(c) (Object, Object, Object) -> Object?
  let getPattern: @convention(c) (Object) -> Object?
  let getScaledFont: @convention(c) (Object) -> Object?
  let getMetrics: @convention(c) (Object, Object?) -> Object?
  let freeMetrics: @convention(c) (Object) -> Void
  let metricsAscent: @convention(c) (Object) -> Int32
  let metricsDescent: @convention(c) (Object) -> Int32
  let metricsHeight: @convention(c) (Object) -> Int32
  let metricsUnderlinePosition: @convention(c) (Object) -> Int32
  let metricsUnderlineThickness: @convention(c) (Object) -> Int32
  let metricsStrikethroughPosition: @convention(c) (Object) -> Int32
  let getHarfBuzzFont: @convention(c) (Object) -> Object?

  // Layouts.
  let newLayout: @convention(c) (Object) -> Object?
  let setText: @convention(c) (Object, UnsafePointer<UInt8>, Int32) -> Void
  let setAttributes: @convention(c) (Object, Object?) -> Void
  let setDescription: @convention(c) (Object, Object?) -> Void
  let setWidth: @convention(c) (Object, Int32) -> Void
  let setWrap: @convention(c) (Object, Int32) -> Void
  let setEllipsize: @convention(c) (Object, Int32) -> Void
  let setJustify: @convention(c) (Object, Int32) -> Void
  let setAutoDirection: @convention(c) (Object, Int32) -> Void
  let setIndent: @convention(c) (Object, Int32) -> Void
  /// `pango_tab_array_new`: how many tab stops, and whether they are in pixels.
  let newTabs: @convention(c) (Int32, Int32) -> Object?
  /// `pango_tab_array_set_tab`: which one, a `PangoTabAlign`, and where.
  let setTab: @convention(c) (Object, Int32, Int32, Int32) -> Void
  let setTabs: @convention(c) (Object, Object?) -> Void
  let freeTabs: @convention(c) (Object) -> Void

  // Lines and runs.
  let newIterator: @convention(c) (Object) -> Object?
  let freeIterator: @convention(c) (Object) -> Void
  let nextRun: @convention(c) (Object) -> Int32
  /// The run, a `PangoGlyphItem`; nil at the end of a line.
  let iteratorRun: @convention(c) (Object) -> UnsafeRawPointer?
  let iteratorLine: @convention(c) (Object) -> Object?
  let iteratorBaseline: @convention(c) (Object) -> Int32
  /// `pango_layout_iter_get_line_extents`: nothing for ink; four numbers x, y, width, height.
  let iteratorLineExtents: @convention(c) (Object, Numbers?, Numbers?) -> Void
  let lineStart: @convention(c) (Object) -> Int32
  let lineDirection: @convention(c) (Object) -> Int32

  let retain: @convention(c) (Object) -> Object?
  let release: @convention(c) (Object) -> Void

  let attributes: PangoAttributes
  let harfBuzz: HarfBuzzLibrary
  let fontconfig: FontconfigLibrary

  /// The library; nil where it is not installed, or older.
  static let shared = PangoLibrary()

  private init?() {
    do throws(MissingSymbol) {
      try self.init(DynamicLibrary("libpangocairo-1.0.so.0"))
    } catch {
      return nil
    }
  }
}

extension PangoLibrary {
  private init(_ library: DynamicLibrary) throws(MissingSymbol) {
    newFontMap = try library.function("pango_cairo_font_map_new")
    setConfig = try library.function("pango_fc_font_map_set_config")
    createContext = try library.function("pango_font_map_create_context")
    languageFromString = try library.function("pango_language_from_string")
    setLanguage = try library.function("pango_context_set_language")
    setBaseDirection = try library.function("pango_context_set_base_dir")
    setRoundsPositions = try library.function("pango_context_set_round_glyph_positions")
    setFontOptions = try library.function("pango_cairo_context_set_font_options")
    newDescription = try library.function("pango_font_description_new")
    descriptionFromPattern = try library.function("pango_fc_font_description_from_pattern")
    copyDescription = try library.function("pango_font_description_copy")
    freeDescription = try library.function("pango_font_description_free")
    setFamily = try library.function("pango_font_description_set_family")
    getFamily = try library.function("pango_font_description_get_family")
    setWeight = try library.function("pango_font_description_set_weight")
    setStyle = try library.function("pango_font_description_set_style")
    setStretch = try library.function("pango_font_description_set_stretch")
    setAbsoluteSize = try library.function("pango_font_description_set_absolute_size")
    loadFont = try library.function("pango_font_map_load_font")
    getPattern = try library.function("pango_fc_font_get_pattern")
    getScaledFont = try library.function("pango_cairo_font_get_scaled_font")
    getMetrics = try library.function("pango_font_get_metrics")
    freeMetrics = try library.function("pango_font_metrics_unref")
    metricsAscent = try library.function("pango_font_metrics_get_ascent")
    metricsDescent = try library.function("pango_font_metrics_get_descent")
    metricsHeight = try library.function("pango_font_metrics_get_height")
    metricsUnderlinePosition = try library.function("pango_font_metrics_get_underline_position")
    metricsUnderlineThickness = try library.function("pango_font_metrics_get_underline_thickness")
    metricsStrikethroughPosition = try library.function("pango_font_metrics_get_strikethrough_position")
    getHarfBuzzFont = try library.function("pango_font_get_hb_font")
    newLayout = try library.function("pango_layout_new")
    setText = try library.function("pango_layout_set_text")
    setAttributes = try library.function("pango_layout_set_attributes")
    setDescription = try library.function("pango_layout_set_font_description")
    setWidth = try library.function("pango_layout_set_width")
    setWrap = try library.function("pango_layout_set_wrap")
    setEllipsize = try library.function("pango_layout_set_ellipsize")
    setJustify = try library.function("pango_layout_set_justify")
    setAutoDirection = try library.function("pango_layout_set_auto_dir")
    setIndent = try library.function("pango_layout_set_indent")
    newTabs = try library.function("pango_tab_array_new")
    setTab = try library.function("pango_tab_array_set_tab")
    setTabs = try library.function("pango_layout_set_tabs")
    freeTabs = try library.function("pango_tab_array_free")
    newIterator = try library.function("pango_layout_get_iter")
    freeIterator = try library.function("pango_layout_iter_free")
    nextRun = try library.function("pango_layout_iter_next_run")
    iteratorRun = try library.function("pango_layout_iter_get_run_readonly")
    iteratorLine = try library.function("pango_layout_iter_get_line_readonly")
    iteratorBaseline = try library.function("pango_layout_iter_get_baseline")
    iteratorLineExtents = try library.function("pango_layout_iter_get_line_extents")
    // New in Pango 1.50, whose glyph items are larger than older ones: without it the library is too old.
    lineStart = try library.function("pango_layout_line_get_start_index")
    lineDirection = try library.function("pango_layout_line_get_resolved_direction")
    retain = try library.function("g_object_ref")
    release = try library.function("g_object_unref")
    attributes = try PangoAttributes(library)
    harfBuzz = try HarfBuzzLibrary(library)
    fontconfig = try FontconfigLibrary(library)
  }
}

/// The functions of Pango that make attributes of text and lists of them.
struct PangoAttributes: Sendable {
  typealias Object = OpaquePointer

  let newList: @convention(c) () -> Object?
  let freeList: @convention(c) (Object) -> Void
  let insert: @convention(c) (Object, UnsafeMutableRawPointer) -> Void
  let font: @convention(c) (Object) -> UnsafeMutableRawPointer?
  let spacing: @convention(c) (Int32) -> UnsafeMutableRawPointer?
  let rise: @convention(c) (Int32) -> UnsafeMutableRawPointer?
  let hyphens: @convention(c) (Int32) -> UnsafeMutableRawPointer?
  /// `pango_attr_font_features_new`: features of OpenType as CSS writes them.
  let features: @convention(c) (UnsafePointer<CChar>) -> UnsafeMutableRawPointer?

  fileprivate init(_ library: DynamicLibrary) throws(MissingSymbol) {
    newList = try library.function("pango_attr_list_new")
    freeList = try library.function("pango_attr_list_unref")
    insert = try library.function("pango_attr_list_insert")
    font = try library.function("pango_attr_font_desc_new")
    spacing = try library.function("pango_attr_letter_spacing_new")
    rise = try library.function("pango_attr_rise_new")
    hyphens = try library.function("pango_attr_insert_hyphens_new")
    features = try library.function("pango_attr_font_features_new")
  }
}
