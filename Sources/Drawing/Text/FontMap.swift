import Foundation
import MultiplaneCCairo
import MultiplaneGraphics

/// Pango's and fontconfig's objects of one `FontCollection`. For one thread at a time.
final class FontMap {
  /// More fonts than a text commonly has; beyond, all are made anew.
  private static let maximumGlyphFonts = 64
  /// More names than a scene commonly has; beyond, all are looked up anew.
  private static let maximumFaces = 256
  /// Faces are measured at this size, in points, so that rounding to Pango's units does not show.
  private static let measuredSize = 1000.0

  let pango: PangoLibrary
  private let config: OpaquePointer
  private let map: OpaquePointer
  let context: OpaquePointer
  let files: [FontFile]
  /// What the collection's own fonts are called, by the family of small letters that texts name.
  let ownFamilies: [String: String]
  /// The other way round, in the letters that they were given in.
  private let ownNames: [String: String]
  private var faces: [FontDescriptor: FontFace] = [:]
  /// What was found out about names and characters.
  var coverage = FontCoverage()
  /// By Pango's font, which is kept with it.
  private var glyphFonts: [OpaquePointer: GlyphFont] = [:]

  /// Reads the system's font configuration and the files.
  init(_ entries: [FontCollection.Entry]) throws(FontError) {
    guard let pango = PangoLibrary.shared else { throw .unavailable(found: "none") }
    guard let config = pango.fontconfig.loadConfig() else { throw .unavailable(found: "no font configuration") }
    let ownNames: [String: String]
    do throws(FontError) {
      ownNames = try pango.fontconfig.add(entries, to: config)
    } catch {
      pango.fontconfig.destroyConfig(config)
      throw error
    }
    guard let map = pango.newFontMap() else {
      pango.fontconfig.destroyConfig(config)
      throw .unavailable(found: "no fonts")
    }
    pango.setConfig(map, config)
    guard let context = pango.createContext(map) else {
      pango.release(map)
      pango.fontconfig.destroyConfig(config)
      throw .unavailable(found: "no fonts")
    }
    (self.pango, self.config, self.map, self.context) = (pango, config, map, context)
    (files, self.ownNames) = (entries.map { $0.file }, ownNames)
    ownFamilies = Dictionary(ownNames.map { ($1.lowercased(), $0) }) { first, _ in first }
    // Without these, letters would stand at whole pixels and lines break otherwise at another scale.
    let options = cairo_font_options_create()
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    pango.setFontOptions(context, options)
    cairo_font_options_destroy(options)
    pango.setRoundsPositions(context, 0)
    // The language decides between fonts and between line breaks; a picture shall not depend on the locale.
    pango.setLanguage(context, pango.languageFromString("en-us"))
  }

  deinit {
    FontLock.withLock {
      for font in glyphFonts.keys { pango.release(font) }
      for face in faces.values { pango.freeDescription(face.description) }
      pango.release(context)
      // Pango 1.50 forgets to let go of a configuration that it still has when it goes.
      pango.setConfig(map, nil)
      pango.release(map)
      pango.fontconfig.destroyConfig(config)
    }
  }

  /// The font that texts get for a descriptor.
  func face(_ descriptor: FontDescriptor) -> FontFace? {
    if let known = faces[descriptor] { return known }
    guard let description = description(of: descriptor) else { return nil }
    pango.setAbsoluteSize(description, Self.measuredSize * PangoLibrary.units)
    guard let font = pango.loadFont(map, context, description) else {
      pango.freeDescription(description)
      return nil
    }
    defer { pango.release(font) }
    if faces.count >= Self.maximumFaces {
      for face in faces.values { pango.freeDescription(face.description) }
      faces = [:]
    }
    let face = FontFace(
      description: description, metrics: pango.metrics(of: font).scaled(by: 1 / Self.measuredSize),
      names: names(of: font, descriptor))
    faces[descriptor] = face
    return face
  }

  /// The font in the size of `lentSize`, for as long as `body` runs.
  func withFont<Result>(_ descriptor: FontDescriptor, _ body: (OpaquePointer) -> Result?) -> Result? {
    guard let face = face(descriptor), let description = pango.copyDescription(face.description) else { return nil }
    defer { pango.freeDescription(description) }
    guard let font = pango.loadFont(map, context, description) else { return nil }
    defer { pango.release(font) }
    return body(font)
  }

  /// The outlines of a font of Pango's. `size` is what was asked for, in points.
  func glyphFont(_ font: OpaquePointer, size: Double) -> GlyphFont? {
    if let known = glyphFonts[font] { return known }
    guard let scaledFont = pango.getScaledFont(font) else { return nil }
    let pattern = pango.getPattern(font)
    let made = GlyphFont(
      scaledFont: scaledFont, size: size, metrics: pango.metrics(of: font).scaled(by: 1 / size),
      isColored: pattern.map { pango.fontconfig.isTrue("color", of: $0) } ?? false, files: files)
    guard let made else { return nil }
    if glyphFonts.count >= Self.maximumGlyphFonts {
      for font in glyphFonts.keys { pango.release(font) }
      glyphFonts = [:]
    }
    _ = pango.retain(font)
    glyphFonts[font] = made
    return made
  }

  /// The size, in points, of the fonts that `withFont` lends.
  static var lentSize: Double { measuredSize }
}

extension FontMap {
  /// The paths of the system's fonts, sorted.
  var systemFiles: [String] {
    let fonts = pango.fontconfig.systemFonts(of: config)
    return Set(fonts.compactMap { pango.fontconfig.text("file", of: $0) }).sorted()
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

  /// A name as it is looked up: a comma would begin another family, a zero end the text.
  static func lookedUp(_ name: String) -> String {
    String(name.unicodeScalars.filter { $0 != "," && $0.value != 0 }.prefix(200).map { Character($0) })
  }

  /// Whether a font of the very name is there.
  func hasFont(named name: String) -> Bool {
    ownFamilies[name.lowercased()] != nil || installedFont("family", name) != nil
      || installedFont("fullname", name) != nil || installedFont("postscriptname", name) != nil
  }

  /// What Pango is asked for; where the font is missing or lacks a letter, fontconfig says what takes its place.
  private func description(of descriptor: FontDescriptor) -> OpaquePointer? {
    guard let description = named(descriptor.name) else { return nil }
    if let weight = descriptor.weight { pango.setWeight(description, Int32(min(max(weight, 100), 1000))) }
    if let isItalic = descriptor.isItalic { pango.setStyle(description, isItalic ? 2 : 0) }
    // PANGO_STRETCH_CONDENSED, PANGO_STRETCH_NORMAL.
    if let isCondensed = descriptor.isCondensed { pango.setStretch(description, isCondensed ? 2 : 4) }
    return description
  }

  private func named(_ name: String) -> OpaquePointer? {
    let name = Self.lookedUp(name)
    if let own = ownFamilies[name.lowercased()] { return made(family: own) }
    if installedFont("family", name) != nil { return made(family: name) }
    if let found = installedFont("postscriptname", name) ?? installedFont("fullname", name) { return found.take() }
    let words = FontNameWords(name)
    let own = ownFamilies[words.family.lowercased()]
    guard let description = made(family: Self.isSystem(words.family) ? "Sans" : own ?? words.family) else { return nil }
    pango.setWeight(description, Int32(words.weight))
    pango.setStyle(description, words.isItalic ? 2 : 0)
    if words.isCondensed { pango.setStretch(description, 2) }
    return description
  }

  private func made(family: String) -> OpaquePointer? {
    guard let description = pango.newDescription() else { return nil }
    pango.setFamily(description, family.isEmpty ? "Sans" : family)
    return description
  }

  /// Whether the system has a family, whatever its case.
  func isInstalled(family: String) -> Bool { installedFont("family", family) != nil }

  /// A description that is let go unless it is taken.
  private final class Found {
    private let pango: PangoLibrary
    private var description: OpaquePointer?

    init(_ description: OpaquePointer, _ pango: PangoLibrary) {
      (self.description, self.pango) = (description, pango)
    }

    deinit { if let description { pango.freeDescription(description) } }

    func take() -> OpaquePointer? {
      defer { description = nil }
      return description
    }
  }

  /// The first font whose property has the very value, whatever its case.
  private func installedFont(_ property: String, _ value: String) -> Found? {
    let fontconfig = pango.fontconfig
    guard !value.isEmpty, let pattern = fontconfig.newPattern(), let properties = fontconfig.newProperties() else {
      return nil
    }
    defer {
      fontconfig.destroyPattern(pattern)
      fontconfig.destroyProperties(properties)
    }
    _ = fontconfig.addString(pattern, property, value)
    for wanted in ["family", "weight", "slant", "width"] { _ = fontconfig.addProperty(properties, wanted) }
    guard let list = fontconfig.listFonts(config, pattern, properties) else { return nil }
    defer { fontconfig.destroySet(list) }
    guard let first = list.load(as: FontconfigSet.self).fonts.first,
      let description = pango.descriptionFromPattern(first, 0)
    else { return nil }
    return Found(description, pango)
  }

  /// What the fonts' property says, each once, in order; the families of the collection's own fonts by the names that texts
  /// name them by.
  func names(_ property: String) -> [String] {
    guard let pattern = pango.fontconfig.newPattern(), let properties = pango.fontconfig.newProperties() else {
      return []
    }
    defer {
      pango.fontconfig.destroyPattern(pattern)
      pango.fontconfig.destroyProperties(properties)
    }
    _ = pango.fontconfig.addProperty(properties, property)
    guard let list = pango.fontconfig.listFonts(config, pattern, properties) else { return [] }
    defer { pango.fontconfig.destroySet(list) }
    let found = list.load(as: FontconfigSet.self).fonts.compactMap { pango.fontconfig.text(property, of: $0) }
    return Set(found.map { ownNames[$0] ?? $0 }).sorted()
  }

  /// The PostScript names of the collection's own fonts, in the order of their files.
  var ownPostScriptNames: [String] {
    pango.fontconfig.ownFonts(of: config).compactMap { pango.fontconfig.text("postscriptname", of: $0) }
  }

  private func names(of font: OpaquePointer, _ descriptor: FontDescriptor) -> FontNames {
    guard let pattern = pango.getPattern(font) else { return FontNames(descriptor.name) }
    let family = pango.fontconfig.text("family", of: pattern) ?? descriptor.name
    return FontNames(
      family: ownNames[family] ?? family, full: pango.fontconfig.text("fullname", of: pattern),
      postScript: pango.fontconfig.text("postscriptname", of: pattern))
  }
}
