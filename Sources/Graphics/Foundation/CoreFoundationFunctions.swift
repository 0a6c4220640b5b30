// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

// Functions of Core Foundation that source written for Core Graphics, Image I/O and Core Text calls. Its objects are
// Foundation's here, and so are these only other names.

// MARK: - Constants

/// What makes Core Foundation's objects; there is nothing to choose from.
public final class CFAllocator: Sendable {}
/// The usual allocator: nil.
public var kCFAllocatorDefault: CFAllocator! { nil }

/// Core Foundation's name for a boolean object.
public typealias CFBoolean = NSNumber
/// Core Foundation's name for a number.
public typealias CFNumber = NSNumber
/// True, as an object.
public var kCFBooleanTrue: CFBoolean! { NSNumber(value: true) }
/// False, as an object.
public var kCFBooleanFalse: CFBoolean! { NSNumber(value: false) }

// MARK: - Data

/// The bytes, which are there as long as the data is.
public func CFDataGetBytePtr(_ theData: CFData!) -> UnsafePointer<UInt8>! {
  theData.map { $0.bytes.assumingMemoryBound(to: UInt8.self) }
}

/// How many bytes there are.
public func CFDataGetLength(_ theData: CFData!) -> CFIndex { theData?.length ?? 0 }

/// A copy of bytes.
public func CFDataCreate(_ allocator: CFAllocator!, _ bytes: UnsafePointer<UInt8>!, _ length: CFIndex) -> CFData! {
  NSData(bytes: bytes, length: length)
}

/// Data without bytes that can grow; `capacity` limits nothing.
public func CFDataCreateMutable(_ allocator: CFAllocator!, _ capacity: CFIndex) -> CFMutableData! {
  NSMutableData()
}

// MARK: - Arrays and texts

/// How many elements there are.
public func CFArrayGetCount(_ theArray: CFArray!) -> CFIndex { theArray?.count ?? 0 }

/// The element of an index, which the array keeps; `unsafeBitCast(_:to:)` makes an object of it.
public func CFArrayGetValueAtIndex(_ theArray: CFArray!, _ idx: CFIndex) -> UnsafeRawPointer! {
  theArray.map { UnsafeRawPointer(Unmanaged.passUnretained($0.object(at: idx) as AnyObject).toOpaque()) }
}

/// Core Foundation's name for `NSMutableAttributedString`.
public typealias CFMutableAttributedString = NSMutableAttributedString

/// A text with the same attributes from end to end.
public func CFAttributedStringCreate(
  _ alloc: CFAllocator!, _ str: CFString!, _ attributes: CFDictionary!
) -> CFAttributedString! {
  guard let str else { return nil }
  let text = NSMutableAttributedString(string: str as String)
  let all = NSRange(location: 0, length: text.length)
  for (key, value) in attributes ?? [:] {
    guard let key = key as? String ?? (key as? NSString).map(String.init) else { continue }
    text.addAttribute(NSAttributedString.Key(key), value: value, range: all)
  }
  return text
}

/// An empty text; `maxLength` limits nothing.
public func CFAttributedStringCreateMutable(
  _ alloc: CFAllocator!, _ maxLength: CFIndex
) -> CFMutableAttributedString! {
  NSMutableAttributedString(string: "")
}

/// Puts another text in the place of a range, which must be within the text.
public func CFAttributedStringReplaceString(
  _ aStr: CFMutableAttributedString!, _ range: CFRange, _ replacement: CFString!
) {
  aStr?.replaceCharacters(in: NSRange(location: range.location, length: range.length), with: replacement as String)
}

/// Gives an attribute to a range, which must be within the text; nil takes it away.
public func CFAttributedStringSetAttribute(
  _ aStr: CFMutableAttributedString!, _ range: CFRange, _ attrName: CFString!, _ value: CFTypeRef!
) {
  let key = NSAttributedString.Key(attrName as String)
  let range = NSRange(location: range.location, length: range.length)
  guard let value else { return aStr?.removeAttribute(key, range: range) ?? () }
  aStr?.addAttribute(key, value: value, range: range)
}

/// In UTF-16 code units.
public func CFAttributedStringGetLength(_ aStr: CFAttributedString!) -> CFIndex { aStr?.length ?? 0 }
