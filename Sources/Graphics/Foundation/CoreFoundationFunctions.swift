// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

// Functions of Core Foundation that source written for Core Graphics, Image I/O and Core Text
// calls. Its objects are Foundation's here, and so are these only other names.

// MARK: - Constants

/// An allocator of Core Foundation objects. Only the default exists.
public final class CFAllocator: Sendable {}
/// The default allocator: nil.
public var kCFAllocatorDefault: CFAllocator! { nil }

/// Core Foundation's name for a Boolean object.
public typealias CFBoolean = NSNumber
/// Core Foundation's name for a number.
public typealias CFNumber = NSNumber
/// The object for true.
public var kCFBooleanTrue: CFBoolean! { NSNumber(value: true) }
/// The object for false.
public var kCFBooleanFalse: CFBoolean! { NSNumber(value: false) }

// MARK: - Data

/// A pointer to the bytes, valid as long as the data.
public func CFDataGetBytePtr(_ theData: CFData!) -> UnsafePointer<UInt8>! {
  theData.map { $0.bytes.assumingMemoryBound(to: UInt8.self) }
}

/// The number of bytes.
public func CFDataGetLength(_ theData: CFData!) -> CFIndex { theData?.length ?? 0 }

/// Creates data with a copy of bytes.
public func CFDataCreate(_ allocator: CFAllocator!, _ bytes: UnsafePointer<UInt8>!, _ length: CFIndex) -> CFData! {
  NSData(bytes: bytes, length: length)
}

/// Creates empty mutable data; `capacity` is ignored.
public func CFDataCreateMutable(_ allocator: CFAllocator!, _ capacity: CFIndex) -> CFMutableData! {
  NSMutableData()
}

// MARK: - Arrays and texts

/// The number of elements.
public func CFArrayGetCount(_ theArray: CFArray!) -> CFIndex { theArray?.count ?? 0 }

/// An element of the array, which retains it; cast it with `unsafeBitCast(_:to:)`.
public func CFArrayGetValueAtIndex(_ theArray: CFArray!, _ idx: CFIndex) -> UnsafeRawPointer! {
  theArray.map { UnsafeRawPointer(Unmanaged.passUnretained($0.object(at: idx) as AnyObject).toOpaque()) }
}

/// Core Foundation's name for `NSMutableAttributedString`.
public typealias CFMutableAttributedString = NSMutableAttributedString

/// Creates a string with the same attributes everywhere.
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

/// Creates an empty mutable string; `maxLength` is ignored.
public func CFAttributedStringCreateMutable(
  _ alloc: CFAllocator!, _ maxLength: CFIndex
) -> CFMutableAttributedString! {
  NSMutableAttributedString(string: "")
}

/// Replaces a range with another string. The range must be inside the string.
public func CFAttributedStringReplaceString(
  _ aStr: CFMutableAttributedString!, _ range: CFRange, _ replacement: CFString!
) {
  aStr?.replaceCharacters(in: NSRange(location: range.location, length: range.length), with: replacement as String)
}

/// Sets an attribute of a range, or removes it if the value is nil. The range must be inside the
/// string.
public func CFAttributedStringSetAttribute(
  _ aStr: CFMutableAttributedString!, _ range: CFRange, _ attrName: CFString!, _ value: CFTypeRef!
) {
  let key = NSAttributedString.Key(attrName as String)
  let range = NSRange(location: range.location, length: range.length)
  guard let value else { return aStr?.removeAttribute(key, range: range) ?? () }
  aStr?.addAttribute(key, value: value, range: range)
}

/// The length, in UTF-16 code units.
public func CFAttributedStringGetLength(_ aStr: CFAttributedString!) -> CFIndex { aStr?.length ?? 0 }
