// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import MultiplaneGraphics

// Font files that a program brings along: registered, they are found by their names as installed ones are.

/// Who finds a font that is registered; the numbers are Apple's. Whatever is asked for, it is this process.
public enum CTFontManagerScope: UInt32, Sendable {
  /// Nobody, by Apple; here as `process`.
  case none = 0
  /// This process, until it ends.
  case process = 1
  /// All processes of the user, in later sessions too; here as `process`.
  case persistent = 2
  /// All processes of the user's session; here as `process`.
  case session = 3

  /// The same as `persistent`.
  public static var user: CTFontManagerScope { .persistent }
}

/// Why a font cannot be registered; the numbers are Apple's.
public enum CTFontManagerError: CFIndex, Sendable {
  /// There is no file at the URL, or the URL is not a file's.
  case fileNotFound = 101
  /// The file may not be read.
  case insufficientPermissions = 102
  /// The file is no font of a known format.
  case unrecognizedFormat = 103
  /// The font's data is damaged.
  case invalidFontData = 104
  /// The font is registered already, or installed.
  case alreadyRegistered = 105
  /// The file is too large.
  case exceededResourceLimit = 106
  /// The file is not registered.
  case notRegistered = 201
}

/// The domain of the font manager's errors.
public var kCTFontManagerErrorDomain: CFString { "com.apple.CoreText.CTFontManagerErrorDomain" }

/// Makes the fonts of a file known by their own names. False for what is no font file, or is registered already; `error`
/// then says why.
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

/// Makes the fonts of a file unknown again. False for one that is not registered; `error` then says so.
public func CTFontManagerUnregisterFontsForURL(
  _ fontURL: CFURL, _ scope: CTFontManagerScope, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  answering(error) { () throws(RegistrationError) in
    let path = try path(of: fontURL)
    guard FontCollection.system.remove(where: { $0.file.name == path }) else { throw .notRegistered(path) }
  }
}

/// Makes a font of bytes known by its own names. False for one that was not made of bytes, or is registered already;
/// `error` then says why.
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

/// Makes a font of bytes unknown again. False for one that is not registered; `error` then says so.
public func CTFontManagerUnregisterGraphicsFont(
  _ font: CGFont, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  answering(error) { () throws(RegistrationError) in
    guard FontCollection.system.remove(where: { $0.file === font.file }) else { throw .notRegistered("font") }
  }
}

/// The families of the fonts that are there, as `NSString`, in order.
public func CTFontManagerCopyAvailableFontFamilyNames() -> CFArray {
  NSArray(array: FontCollection.system.withFontMap { $0.names("family") }?.map { NSString(string: $0) } ?? [])
}

/// The PostScript names of the fonts that are there, as `NSString`, in order.
public func CTFontManagerCopyAvailablePostScriptNames() -> CFArray {
  NSArray(array: FontCollection.system.withFontMap { $0.names("postscriptname") }?.map { NSString(string: $0) } ?? [])
}

/// A descriptor for each font of a file, as `CTFontDescriptor`; nil for what is no font file. They need no registering.
public func CTFontManagerCreateFontDescriptorsFromURL(_ fileURL: CFURL) -> CFArray? {
  guard let path = fileURL.path, let file = try? FontFile(path: path) else { return nil }
  return descriptors(of: file)
}

/// The first font of a file's bytes; nil for what is no font.
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

/// What the font manager tells of a failure.
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
