import Foundation
import MultiplaneDrawing
import MultiplaneGraphics
import Testing

/// Fonts by attributes and traits. The system has DejaVu Sans in two weights wherever text is
/// tested.
@Suite struct TextDescriptorTests {
  private func font(_ attributes: [CFString: Any], size: CGFloat = 0) -> CTFont {
    CTFontCreateWithFontDescriptor(CTFontDescriptorCreateWithAttributes(attributes as CFDictionary), size, nil)
  }

  @Test func familyAndTraits() {
    let bold = font([
      kCTFontFamilyNameAttribute: "DejaVu Sans", kCTFontSizeAttribute: 17,
      kCTFontTraitsAttribute: [kCTFontWeightTrait: 0.4] as [CFString: Any] as CFDictionary,
    ])
    #expect(CTFontCopyPostScriptName(bold) as String == "DejaVuSans-Bold" && CTFontGetSize(bold) == 17)
    #expect(CTFontGetSymbolicTraits(bold) == .traitBold)
    let styled = font([kCTFontFamilyNameAttribute: "DejaVu Sans", kCTFontStyleNameAttribute: "Bold"])
    #expect(CTFontCopyPostScriptName(styled) as String == "DejaVuSans-Bold")
    let even = font([
      kCTFontTraitsAttribute: [kCTFontSymbolicTrait: CTFontSymbolicTraits.traitMonoSpace.rawValue] as [CFString: Any]
        as CFDictionary
    ])
    #expect(CTFontGetSymbolicTraits(even).contains(.traitMonoSpace))
  }

  @Test func copiesWithTraits() throws {
    let regular = CTFontCreateWithName("DejaVu Sans" as CFString, 12, nil)
    let bold = try #require(CTFontCreateCopyWithSymbolicTraits(regular, 0, nil, .traitBold, .traitBold))
    #expect(CTFontCopyPostScriptName(bold) as String == "DejaVuSans-Bold" && CTFontGetSize(bold) == 12)
    let back = try #require(CTFontCreateCopyWithSymbolicTraits(bold, 20, nil, [], .traitBold))
    #expect(CTFontCopyPostScriptName(back) as String == "DejaVuSans" && CTFontGetSize(back) == 20)
    let same = try #require(CTFontCreateCopyWithSymbolicTraits(bold, 0, nil, .traitItalic, []))
    #expect(CTFontGetSymbolicTraits(same) == .traitBold)
    let serif = try #require(CTFontCreateCopyWithFamily(bold, 0, nil, "DejaVu Serif" as CFString))
    #expect(CTFontCopyFamilyName(serif) as String == "DejaVu Serif")
    let descriptor = CTFontDescriptorCreateWithNameAndSize("DejaVu Sans" as CFString, 15)
    let strong = try #require(CTFontDescriptorCreateCopyWithSymbolicTraits(descriptor, .traitBold, .traitBold))
    #expect(CTFontGetSymbolicTraits(CTFontCreateWithFontDescriptor(strong, 0, nil)) == .traitBold)
    #expect(CTFontDescriptorCopyAttribute(strong, kCTFontSizeAttribute) as? NSNumber == 15)
  }

  @Test func whatAFontSaysOfItself() throws {
    let bold = CTFontCreateWithName("DejaVuSans-Bold" as CFString, 14, nil)
    #expect(CTFontCopyAttribute(bold, kCTFontFamilyNameAttribute) as? NSString == "DejaVu Sans")
    #expect(CTFontCopyAttribute(bold, kCTFontNameAttribute) as? NSString == "DejaVuSans-Bold")
    #expect(CTFontCopyAttribute(bold, kCTFontSizeAttribute) as? NSNumber == 14)
    #expect(CTFontCopyAttribute(bold, "NSNoSuchAttribute") == nil)
    let traits = try #require(CTFontCopyAttribute(bold, kCTFontTraitsAttribute) as? NSDictionary)
    #expect((traits[kCTFontWeightTrait] as? NSNumber)?.doubleValue == 0.4)
    #expect((traits[kCTFontSlantTrait] as? NSNumber)?.doubleValue == 0)
    #expect((traits[kCTFontWidthTrait] as? NSNumber)?.doubleValue == 0)
    #expect(CTFontCopyFontDescriptor(bold) == CTFontDescriptorCreateWithNameAndSize("DejaVuSans-Bold" as CFString, 14))
  }

  /// A font that lacks a letter gives way to one that has it.
  @Test func fontsForTexts() throws {
    let own = CTFont(FontDescriptor(name: "Test"), size: 20, fonts: try TextSample.fonts())
    #expect(CTFontCreateForString(own, "abc" as CFString, CFRangeMake(0, 3)) === own)
    let other = CTFontCreateForString(own, "abcЖ" as CFString, CFRangeMake(3, 1))
    var glyphs: [CGGlyph] = [0]
    #expect(!CTFontGetGlyphsForCharacters(own, Array("Ж".utf16), &glyphs, 1))
    #expect(other !== own && CTFontGetSize(other) == 20)
  }
}

/// Font files that a program registers. The system's fonts are one for all, so one at a time.
@Suite(.serialized) struct FontManagerTests {
  /// The test font as a file.
  private func file(_ folder: TemporaryFolder) throws -> CFURL {
    let url = URL(fileURLWithPath: folder.file("own.ttf"))
    try Data(Corpus.bytes("test-font.ttf")).write(to: url)
    return url as CFURL
  }

  private func families() -> [String] {
    (CTFontManagerCopyAvailableFontFamilyNames() as? [NSString])?.map { $0 as String } ?? []
  }

  @Test func registering() throws {
    let folder = try TemporaryFolder()
    let url = try file(folder)
    let descriptors = try #require(CTFontManagerCreateFontDescriptorsFromURL(url) as? [CTFontDescriptor])
    let unregistered = CTFontCreateWithFontDescriptor(try #require(descriptors.first), 20.48, nil)
    let family = CTFontCopyFamilyName(unregistered) as String
    #expect(abs(CTFontGetAscent(unregistered) - 19.01) < 0.001 && descriptors.count == 1)
    #expect(!families().contains(family) && CGFont("MultiplaneTest-Book" as CFString) == nil)

    var error: Unmanaged<CFError>?
    #expect(CTFontManagerRegisterFontsForURL(url, .process, &error) && error == nil)
    #expect(families().contains(family) && CGFont("MultiplaneTest-Book" as CFString) != nil)
    let names = CTFontManagerCopyAvailablePostScriptNames() as? [NSString]
    #expect(names?.contains("MultiplaneTest-Book") == true)
    for name in ["MultiplaneTest-Book", family] {
      let font = CTFontCreateWithName(name as CFString, 20.48, nil)
      #expect(abs(CTFontGetAscent(font) - 19.01) < 0.001 && CTFontCopyFamilyName(font) as String == family, "\(name)")
    }
    #expect(!CTFontManagerRegisterFontsForURL(url, .process, &error))
    #expect(error?.takeRetainedValue().code == CTFontManagerError.alreadyRegistered.rawValue)

    error = nil
    #expect(CTFontManagerUnregisterFontsForURL(url, .process, &error) && error == nil && !families().contains(family))
    #expect(!CTFontManagerUnregisterFontsForURL(url, .process, &error))
    #expect(error?.takeRetainedValue().code == CTFontManagerError.notRegistered.rawValue)
  }

  @Test func fontsOfBytes() throws {
    let provider = try #require(CGDataProvider(data: Data(Corpus.bytes("test-font.ttf")) as CFData))
    let font = try #require(CGFont(provider))
    #expect(CTFontManagerRegisterGraphicsFont(font, nil))
    #expect(CGFont("MultiplaneTest-Book" as CFString) != nil)
    #expect(!CTFontManagerRegisterGraphicsFont(font, nil))
    #expect(CTFontManagerUnregisterGraphicsFont(font, nil) && !CTFontManagerUnregisterGraphicsFont(font, nil))
    #expect(CGFont("MultiplaneTest-Book" as CFString) == nil)
    #expect(!CTFontManagerRegisterGraphicsFont(try #require(CGFont("DejaVu Sans" as CFString)), nil))
  }

  @Test(arguments: ["missing.ttf", "text.ttf"])
  func whatIsNoFont(name: String) throws {
    let folder = try TemporaryFolder()
    try Data("no font".utf8).write(to: URL(fileURLWithPath: folder.file("text.ttf")))
    let url = URL(fileURLWithPath: folder.file(name)) as CFURL
    var error: Unmanaged<CFError>?
    #expect(!CTFontManagerRegisterFontsForURL(url, .process, &error))
    let told = try #require(error?.takeRetainedValue())
    let expected: CTFontManagerError = name == "text.ttf" ? .unrecognizedFormat : .fileNotFound
    #expect(told.code == expected.rawValue && told.domain == kCTFontManagerErrorDomain as String)
    #expect(told.localizedDescription.contains(name) && !told.localizedDescription.contains("\n"))
    #expect(CTFontManagerCreateFontDescriptorsFromURL(url) == nil)
  }
}
