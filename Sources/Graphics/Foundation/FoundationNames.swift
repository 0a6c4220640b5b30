// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

// Names that source written for Apple's systems takes from Core Foundation or the Objective-C
// runtime.

/// Core Foundation's name for any object.
public typealias CFTypeRef = AnyObject
/// Core Foundation's name for an object of property lists: data, texts, numbers, dates, arrays,
/// dictionaries.
public typealias CFPropertyList = AnyObject
/// Objective-C's name for `Int`.
public typealias NSInteger = Int
/// Core Foundation's name for `NSData`, so that `data as CFData` compiles.
public typealias CFData = NSData
/// Core Foundation's name for `NSMutableData`.
public typealias CFMutableData = NSMutableData
/// Core Foundation's name for `NSURL`, so that `url as CFURL` compiles.
public typealias CFURL = NSURL
/// Core Foundation's name for `NSArray`, so that `colors as CFArray` compiles.
public typealias CFArray = NSArray
/// Core Foundation's name for `NSDictionary`.
public typealias CFDictionary = NSDictionary

/// Runs `body` and returns its result. Linux has no autoreleased objects, so there is nothing to
/// drain.
public func autoreleasepool<Result, Failure: Error>(
  invoking body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try body()
}

/// The greatest number; older source uses it for `repeatCount`.
public let HUGE = Float.greatestFiniteMagnitude
/// The greatest number of C's `float`.
public let MAXFLOAT = Float.greatestFiniteMagnitude
