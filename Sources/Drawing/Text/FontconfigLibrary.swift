import Foundation
import MultiplaneDynamicLibraries

/// The functions of fontconfig that are called here. A pattern is a list of properties of a font, each with values.
struct FontconfigLibrary: Sendable {
  typealias Object = OpaquePointer
  typealias Text = UnsafePointer<CChar>

  /// `FcInitLoadConfigAndFonts`: reads the system's configuration and lists its fonts.
  let loadConfig: @convention(c) () -> Object?
  let destroyConfig: @convention(c) (Object) -> Void
  let addFile: @convention(c) (Object, Text) -> Int32
  /// `FcConfigGetFonts`: 0 the system's fonts, 1 those added, as a `FontconfigSet`.
  let getFonts: @convention(c) (Object, Int32) -> UnsafeMutableRawPointer?
  let listFonts: @convention(c) (Object, Object, Object) -> UnsafeMutableRawPointer?
  let destroySet: @convention(c) (UnsafeMutableRawPointer) -> Void
  let newPattern: @convention(c) () -> Object?
  let destroyPattern: @convention(c) (Object) -> Void
  let deleteProperty: @convention(c) (Object, Text) -> Int32
  let addString: @convention(c) (Object, Text, Text) -> Int32
  let getString: @convention(c) (Object, Text, Int32, UnsafeMutablePointer<Text?>) -> Int32
  let getBool: @convention(c) (Object, Text, Int32, UnsafeMutablePointer<Int32>) -> Int32
  let newProperties: @convention(c) () -> Object?
  let addProperty: @convention(c) (Object, Text) -> Int32
  let destroyProperties: @convention(c) (Object) -> Void

  init(_ library: DynamicLibrary) throws(MissingSymbol) {
    loadConfig = try library.function("FcInitLoadConfigAndFonts")
    destroyConfig = try library.function("FcConfigDestroy")
    addFile = try library.function("FcConfigAppFontAddFile")
    getFonts = try library.function("FcConfigGetFonts")
    listFonts = try library.function("FcFontList")
    destroySet = try library.function("FcFontSetDestroy")
    newPattern = try library.function("FcPatternCreate")
    destroyPattern = try library.function("FcPatternDestroy")
    deleteProperty = try library.function("FcPatternDel")
    addString = try library.function("FcPatternAddString")
    getString = try library.function("FcPatternGetString")
    getBool = try library.function("FcPatternGetBool")
    newProperties = try library.function("FcObjectSetCreate")
    addProperty = try library.function("FcObjectSetAdd")
    destroyProperties = try library.function("FcObjectSetDestroy")
  }

  /// A font's property that is text; nil where it has none.
  func text(_ property: String, of pattern: OpaquePointer) -> String? {
    var found: UnsafePointer<CChar>?
    guard getString(pattern, property, 0, &found) == 0, let found else { return nil }
    return String(cString: found)
  }

  /// Whether a property is there and true.
  func isTrue(_ property: String, of pattern: OpaquePointer) -> Bool {
    var found: Int32 = 0
    return getBool(pattern, property, 0, &found) == 0 && found != 0
  }
}
