// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import MultiplaneGraphics

// Font files that a program brings along: registered, they are found by their names as installed
// ones are.

/// The scope of a font registration. Raw values are Apple's. It is always this process here.
public enum CTFontManagerScope: UInt32, Sendable {
  /// No scope in Apple's API; here the same as `process`.
  case none = 0
  /// This process.
  case process = 1
  /// All processes of the user, persistently; here the same as `process`.
  case persistent = 2
  /// All processes of the user's session; here the same as `process`.
  case session = 3

  /// The same as `persistent`.
  public static var user: CTFontManagerScope { .persistent }
}

/// Errors of font registration. Raw values are Apple's.
public enum CTFontManagerError: CFIndex, Sendable {
  /// The file does not exist, or the URL is no file URL.
  case fileNotFound = 101
  /// No permission to read the file.
  case insufficientPermissions = 102
  /// The file has no known font format.
  case unrecognizedFormat = 103
  /// The font's data is damaged.
  case invalidFontData = 104
  /// The font is already registered or installed.
  case alreadyRegistered = 105
  /// The file exceeds the size limit.
  case exceededResourceLimit = 106
  /// The font is not registered.
  case notRegistered = 201
}

/// The error domain of the font manager.
public var kCTFontManagerErrorDomain: CFString { "com.apple.CoreText.CTFontManagerErrorDomain" }

/// Registers the fonts of a file by their own names. Returns false and sets `error` if it is no
/// font file or already registered.
public func CTFontManagerRegisterFontsForURL(
  _ fontURL: CFURL, _ scope: CTFontManagerScope, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  answering(error) { () throws(RegistrationError) in
    let path = try path(of: fontURL)
    guard !FontCollection.system.contains(where: { $0.file.name == path }) else {
      throw RegistrationError(
        .alreadyRegistered, "\(path): expected an unregistered font, found a registered one")
    }
    do throws(FontError) {
      try FontCollection.system.add(FontCollection.Entry(family: nil, file: FontFile(path: path)))
    } catch {
      throw RegistrationError(error)
    }
  }
}

/// Unregisters the fonts of a file. Returns false and sets `error` if they are not registered.
public func CTFontManagerUnregisterFontsForURL(
  _ fontURL: CFURL, _ scope: CTFontManagerScope, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  answering(error) { () throws(RegistrationError) in
    let path = try path(of: fontURL)
    guard FontCollection.system.remove(where: { $0.file.name == path }) else { throw .notRegistered(path) }
  }
}

/// Registers a font that was created from data, by its own names. Returns false and sets `error`
/// for other fonts, and if it is already registered.
public func CTFontManagerRegisterGraphicsFont(
  _ font: CGFont, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  answering(error) { () throws(RegistrationError) in
    guard let file = font.file else {
      throw RegistrationError(.alreadyRegistered, "font: expected one from data, found an installed one")
    }
    guard !FontCollection.system.contains(where: { $0.file === file }) else {
      throw RegistrationError(.alreadyRegistered, "font: expected an unregistered font, found a registered one")
    }
    do throws(FontError) {
      try FontCollection.system.add(FontCollection.Entry(family: nil, file: file))
    } catch {
      throw RegistrationError(error)
    }
  }
}

/// Unregisters a font that was created from data. Returns false and sets `error` if it is not
/// registered.
public func CTFontManagerUnregisterGraphicsFont(
  _ font: CGFont, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  answering(error) { () throws(RegistrationError) in
    guard FontCollection.system.remove(where: { $0.file === font.file }) else { throw .notRegistered("font") }
  }
}

/// The sorted family names of the available fonts, as `NSString`s.
public func CTFontManagerCopyAvailableFontFamilyNames() -> CFArray {
  NSArray(array: FontCollection.system.withFontMap { $0.names("family") }?.map { NSString(string: $0) } ?? [])
}

/// The sorted PostScript names of the available fonts, as `NSString`s.
public func CTFontManagerCopyAvailablePostScriptNames() -> CFArray {
  NSArray(array: FontCollection.system.withFontMap { $0.names("postscriptname") }?.map { NSString(string: $0) } ?? [])
}

/// The `CTFontDescriptor`s of a file's fonts; nil if it is no font file. Registration is not
/// needed.
public func CTFontManagerCreateFontDescriptorsFromURL(_ fileURL: CFURL) -> CFArray? {
  guard let path = fileURL.path, let file = try? FontFile(path: path) else { return nil }
  return descriptors(of: file)
}

/// The descriptor of the first font in a file's bytes; nil if they are no font.
public func CTFontManagerCreateFontDescriptorFromData(_ data: CFData) -> CTFontDescriptor? {
  guard let file = try? FontFile(Array(data as Data), name: "font") else { return nil }
  return descriptors(of: file)?.firstObject as? CTFontDescriptor
}

private func descriptors(of file: FontFile) -> NSArray? {
  guard let fonts = try? FontCollection([FontCollection.Entry(family: nil, file: file)]),
    let names = fonts.withFontMap({ $0.ownPostScriptNames }), !names.isEmpty
  else { return nil }
  return NSArray(array: names.map { CTFontDescriptor(FontDescriptor(name: $0), size: nil, fonts: fonts) })
}

// MARK: - Errors

/// A failure of the font manager.
private struct RegistrationError: Error {
  let code: CTFontManagerError
  /// One line: where, what was expected, what was found.
  let text: String

  init(_ code: CTFontManagerError, _ text: String) { (self.code, self.text) = (code, text) }

  init(_ error: FontError) {
    code =
      switch error {
      case .unreadable(let path, _, _): access(path, F_OK) == 0 ? .insufficientPermissions : .fileNotFound
      case .tooLarge: .exceededResourceLimit
      case .damaged: .unrecognizedFormat
      case .unavailable: .invalidFontData
      }
    text = error.description
  }

  static func notRegistered(_ name: String) -> RegistrationError {
    RegistrationError(.notRegistered, "\(name): expected a registered font, found none; register it first")
  }
}

private func path(of url: CFURL) throws(RegistrationError) -> String {
  guard url.isFileURL, let path = url.path else {
    throw RegistrationError(.fileNotFound, "\(url): expected the URL of a file, found another")
  }
  return path
}

/// Whether `body` succeeded; if not, `error` gets why, retained for the caller.
private func answering(
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?, _ body: () throws(RegistrationError) -> Void
) -> Bool {
  do throws(RegistrationError) {
    try body()
    return true
  } catch let failure {
    let told = CFError(
      domain: kCTFontManagerErrorDomain as String, code: failure.code.rawValue,
      userInfo: [NSLocalizedDescriptionKey: failure.text])
    error?.pointee = Unmanaged.passRetained(told)
    return false
  }
}
