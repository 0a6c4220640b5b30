import Foundation
import MultiplaneCCairo
import MultiplaneCDynamicLibraries
import MultiplaneCPango
import MultiplaneGraphics

/// Pango's and fontconfig's objects of one `FontCollection`. For one thread at a time.
final class FontMap {
  /// More fonts than a text commonly has; beyond, all are created again.
  private static let maximumGlyphFonts = 64
  /// More names than a scene commonly has; beyond, all are looked up again.
  private static let maximumFaces = 256
  /// Faces are measured at this size, in points, so that rounding to Pango's units does not show.
  private static let measuredSize = 1000.0

  private let config: OpaquePointer
  private let map: UnsafeMutablePointer<PangoFontMap>
  let context: OpaquePointer
  let files: [FontFile]
  /// The names that Pango gets for the collection's own fonts, and for system families with commas
  /// in their names, by family in lower case.
  let ownFamilies: [String: String]
  /// The other way round, in the letters that they were given in.
  private let ownNames: [String: String]
  private var faces: [FontDescriptor: FontFace] = [:]
  /// What was found out about names and characters.
  var coverage = FontCoverage()
  /// By Pango's font, which is kept with it.
  private var glyphFonts: [UnsafeMutablePointer<PangoFont>: GlyphFont] = [:]

  /// Reads the system's font configuration and the files.
  init(_ entries: [FontCollection.Entry]) throws(FontError) {
    guard Pango.isAvailable else { throw .unavailable(found: "none") }
    guard let config = FcInitLoadConfigAndFonts() else { throw .unavailable(found: "no font configuration") }
    var ownNames: [String: String]
    do throws(FontError) {
      ownNames = try Fontconfig.add(entries, to: config)
      let known = Set(ownNames.values.map { $0.lowercased() })
      ownNames.merge(Fontconfig.addFamiliesWithCommas(to: config, except: known)) { own, _ in own }
    } catch {
      FcConfigDestroy(config)
      throw error
    }
    guard let map = pango_cairo_font_map_new() else {
      FcConfigDestroy(config)
      throw .unavailable(found: "no fonts")
    }
    pango_fc_font_map_set_config(OpaquePointer(map), config)
    guard let context = pango_font_map_create_context(map) else {
      cdl_object_unref(map)
      FcConfigDestroy(config)
      throw .unavailable(found: "no fonts")
    }
    (self.config, self.map, self.context) = (config, map, context)
    (files, self.ownNames) = (entries.map { $0.file }, ownNames)
    ownFamilies = Dictionary(ownNames.map { ($1.lowercased(), $0) }) { first, _ in first }
    // Without these, letters would stand at whole pixels and lines break otherwise at another
    // scale.
    let options = cairo_font_options_create()
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
    pango_context_set_round_glyph_positions(context, 0)
    // The language decides between fonts and between line breaks; a picture shall not depend on the
    // locale.
    pango_context_set_language(context, pango_language_from_string("en-us"))
  }

  deinit {
    FontLock.withLock {
      for font in glyphFonts.keys { cdl_object_unref(font) }
      for face in faces.values { pango_font_description_free(face.description) }
      cdl_object_unref(UnsafeMutableRawPointer(context))
      // Pango 1.50 forgets to release a configuration that it still has when it is freed.
      pango_fc_font_map_set_config(OpaquePointer(map), nil)
      cdl_object_unref(map)
      FcConfigDestroy(config)
    }
  }

  /// The font that texts get for a descriptor.
  func face(_ descriptor: FontDescriptor) -> FontFace? {
    if let known = faces[descriptor] { return known }
    guard let description = description(of: descriptor) else { return nil }
    pango_font_description_set_absolute_size(description, Self.measuredSize * Pango.units)
    guard let font = pango_font_map_load_font(map, context, description) else {
      pango_font_description_free(description)
      return nil
    }
    defer { cdl_object_unref(font) }
    if faces.count >= Self.maximumFaces {
      for face in faces.values { pango_font_description_free(face.description) }
      faces = [:]
    }
    let face = FontFace(
      description: description, metrics: FontMetrics(of: font).scaled(by: 1 / Self.measuredSize),
      names: names(of: font, descriptor))
    faces[descriptor] = face
    return face
  }

  /// The font in the size of `lentSize`, for as long as `body` runs.
  func withFont<Result>(_ descriptor: FontDescriptor, _ body: (UnsafeMutablePointer<PangoFont>) -> Result?) -> Result? {
    guard let face = face(descriptor), let description = pango_font_description_copy(face.description) else {
      return nil
    }
    defer { pango_font_description_free(description) }
    guard let font = pango_font_map_load_font(map, context, description) else { return nil }
    defer { cdl_object_unref(font) }
    return body(font)
  }

  /// The outlines of a font of Pango's. `size` is what was asked for, in points.
  func glyphFont(_ font: UnsafeMutablePointer<PangoFont>, size: Double) -> GlyphFont? {
    if let known = glyphFonts[font] { return known }
    guard let scaledFont = pango_cairo_font_get_scaled_font(OpaquePointer(font)) else { return nil }
    let pattern = Self.pattern(of: font)
    let made = GlyphFont(
      scaledFont: scaledFont, size: size, metrics: FontMetrics(of: font).scaled(by: 1 / size),
      isColored: pattern.map { Fontconfig.isTrue(FC_COLOR, of: $0) } ?? false, files: files)
    guard let made else { return nil }
    if glyphFonts.count >= Self.maximumGlyphFonts {
      for font in glyphFonts.keys { cdl_object_unref(font) }
      glyphFonts = [:]
    }
    _ = cdl_object_ref(font)
    glyphFonts[font] = made
    return made
  }

  /// The size, in points, of the fonts that `withFont` lends.
  static var lentSize: Double { measuredSize }
}

extension FontMap {
  /// The paths of the system's fonts, sorted.
  var systemFiles: [String] {
    Set(Fontconfig.systemFonts(of: config).compactMap { Fontconfig.text(FC_FILE, of: $0) }).sorted()
  }
}

// MARK: - Names

extension FontMap {
  /// Names that Apple's systems have for their own font, without what they may begin with (a dot).
  private static let systemNames = [
    "applesystemuifont", "sfuitext", "sfuidisplay", "sfprotext", "sfprodisplay", "systemui",
  ]

  /// Whether a family means the system's own font.
  static func isSystem(_ family: String) -> Bool {
    systemNames.contains(family.lowercased().filter { $0 != "." && $0 != "-" && $0 != " " })
  }

  /// A name as it is looked up: a zero would end the text.
  static func lookedUp(_ name: String) -> String {
    String(String.UnicodeScalarView(name.unicodeScalars.filter { $0.value != 0 }.prefix(200)))
  }

  /// Whether a font of the very name is there.
  func hasFont(named name: String) -> Bool {
    ownFamilies[name.lowercased()] != nil || installedFont(FC_FAMILY, name) != nil
      || installedFont(FC_FULLNAME, name) != nil || installedFont(FC_POSTSCRIPT_NAME, name) != nil
  }

  /// What Pango is asked for; where the font is missing or lacks a letter, fontconfig says what
  /// takes its place.
  private func description(of descriptor: FontDescriptor) -> OpaquePointer? {
    guard let description = named(descriptor.name) else { return nil }
    if let weight = descriptor.weight {
      pango_font_description_set_weight(description, PangoWeight(UInt32(min(max(weight, 100), 1000))))
    }
    if let isItalic = descriptor.isItalic { Self.set(isItalic: isItalic, in: description) }
    if let isCondensed = descriptor.isCondensed {
      pango_font_description_set_stretch(description, isCondensed ? PANGO_STRETCH_CONDENSED : PANGO_STRETCH_NORMAL)
    }
    if !descriptor.cascade.isEmpty, let family = pango_font_description_get_family(description) {
      let others = descriptor.cascade.map(Self.lookedUp).map { ownFamilies[$0.lowercased()] ?? $0 }
      pango_font_description_set_family(
        description, ([String(cString: family)] + others.filter { !$0.isEmpty }).joined(separator: ","))
    }
    if !descriptor.variations.isEmpty {
      let places = descriptor.variations.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      pango_font_description_set_variations(description, places.joined(separator: ","))
    }
    return description
  }

  private static func set(isItalic: Bool, in description: OpaquePointer) {
    pango_font_description_set_style(description, isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
  }

  private func named(_ name: String) -> OpaquePointer? {
    let name = Self.lookedUp(name)
    if let own = ownFamilies[name.lowercased()] { return made(family: own) }
    if installedFont(FC_FAMILY, name) != nil { return made(family: name) }
    if let found = installedFont(FC_POSTSCRIPT_NAME, name) ?? installedFont(FC_FULLNAME, name) {
      return withoutCommas(found.take())
    }
    let words = FontNameWords(name)
    let own = ownFamilies[words.family.lowercased()]
    guard let description = made(family: Self.isSystem(words.family) ? "Sans" : own ?? words.family) else { return nil }
    pango_font_description_set_weight(description, PangoWeight(UInt32(words.weight)))
    Self.set(isItalic: words.isItalic, in: description)
    if words.isCondensed { pango_font_description_set_stretch(description, PANGO_STRETCH_CONDENSED) }
    return description
  }

  /// A description of a system font, whose family Pango would read as a list.
  private func withoutCommas(_ description: OpaquePointer?) -> OpaquePointer? {
    guard let description, let family = pango_font_description_get_family(description) else { return description }
    if let name = ownFamilies[String(cString: family).lowercased()] {
      pango_font_description_set_family(description, name)
    }
    return description
  }

  private func made(family: String) -> OpaquePointer? {
    guard let description = pango_font_description_new() else { return nil }
    // A comma would begin another family.
    let single = family.replacing(",", with: "")
    pango_font_description_set_family(description, single.isEmpty ? "Sans" : single)
    return description
  }

  /// Whether the system has a family, whatever its case.
  func isInstalled(family: String) -> Bool { installedFont(FC_FAMILY, family) != nil }

  /// A description that is let go unless it is taken.
  private final class Found {
    private var description: OpaquePointer?

    init(_ description: OpaquePointer) { self.description = description }

    deinit { if let description { pango_font_description_free(description) } }

    func take() -> OpaquePointer? {
      defer { description = nil }
      return description
    }
  }

  /// The first font whose property equals the value, ignoring case.
  private func installedFont(_ property: String, _ value: String) -> Found? {
    guard !value.isEmpty, let pattern = FcPatternCreate(), let properties = FcObjectSetCreate() else { return nil }
    defer {
      FcPatternDestroy(pattern)
      FcObjectSetDestroy(properties)
    }
    _ = FcPatternAddString(pattern, property, value)
    for wanted in [FC_FAMILY, FC_WEIGHT, FC_SLANT, FC_WIDTH] { _ = FcObjectSetAdd(properties, wanted) }
    guard let list = FcFontList(config, pattern, properties) else { return nil }
    defer { FcFontSetDestroy(list) }
    guard let first = list.pointee.patterns.first, let description = pango_fc_font_description_from_pattern(first, 0)
    else { return nil }
    return Found(description)
  }

  /// What the fonts' property says, each once, in order; the families of the collection's own fonts
  /// by the names that texts name them by.
  func names(_ property: String) -> [String] {
    guard let pattern = FcPatternCreate(), let properties = FcObjectSetCreate() else { return [] }
    defer {
      FcPatternDestroy(pattern)
      FcObjectSetDestroy(properties)
    }
    _ = FcObjectSetAdd(properties, property)
    guard let list = FcFontList(config, pattern, properties) else { return [] }
    defer { FcFontSetDestroy(list) }
    let found = list.pointee.patterns.compactMap { Fontconfig.text(property, of: $0) }
    return Set(found.map { ownNames[$0] ?? $0 }).sorted()
  }

  /// The PostScript names of the collection's own fonts, in the order of their files.
  var ownPostScriptNames: [String] {
    let own = Fontconfig.ownFonts(of: config).filter { pattern in
      Fontconfig.text(FC_FAMILY, of: pattern)?.hasPrefix(Fontconfig.systemFamilyPrefix) != true
    }
    return own.compactMap { Fontconfig.text(FC_POSTSCRIPT_NAME, of: $0) }
  }

  /// What fontconfig knows of a font: every font here is fontconfig's.
  private static func pattern(of font: UnsafeMutablePointer<PangoFont>) -> OpaquePointer? {
    pango_fc_font_get_pattern(UnsafeMutableRawPointer(font).assumingMemoryBound(to: PangoFcFont.self))
  }

  private func names(of font: UnsafeMutablePointer<PangoFont>, _ descriptor: FontDescriptor) -> FontNames {
    guard let pattern = Self.pattern(of: font) else { return FontNames(descriptor.name) }
    let family = Fontconfig.text(FC_FAMILY, of: pattern) ?? descriptor.name
    return FontNames(
      family: ownNames[family] ?? family, full: Fontconfig.text(FC_FULLNAME, of: pattern),
      postScript: Fontconfig.text(FC_POSTSCRIPT_NAME, of: pattern))
  }
}
