// MultiplaneC: the C interface of Multiplane.
//
// In:   calls of the functions of multiplane.h: handles, UTF-8 strings, JSON of the scene format.
// Out:  drawn frames, events, replies; failures as one line from `mp_error`.
// Path: `mp_scene_load` makes a `SceneHandle` → `mp_layer_…` and `mp_scene_command` change its
//       layers → `mp_renderer_draw…` evaluates it at its time and draws it (`RendererHandle`);
//       `mp_image_renderer_…` makes images of it at any time (`Images.swift`).
//
// Each function translates a call to the Swift API. The compiler checks it against its declaration
// in the header (`@c @implementation`).

// The functions' names are the header's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CMultiplane
import Foundation
import Multiplane

/// The library's version.
private nonisolated(unsafe) let version = UnsafePointer(strdup("0.1.0"))

@c @implementation public func mp_version() -> UnsafePointer<CChar>! { version }

@c @implementation public func mp_free(_ memory: UnsafeMutableRawPointer!) { free(memory) }

@c @implementation public func mp_error() -> UnsafePointer<CChar>! {
  let failure = Thread.current.threadDictionary[Failure.key] as? Failure
  return failure.map { UnsafePointer($0.text) } ?? UnsafePointer(Failure.none)
}

/// The reason of a thread's last failure.
private final class Failure {
  static let key = "multiplane.error"
  nonisolated(unsafe) static let none = strdup("")

  let text: UnsafeMutablePointer<CChar>?

  init(_ line: String) { text = strdup(line) }

  deinit { free(text) }
}

/// Stores the reason of a failure.
func fail(_ reason: String) {
  Thread.current.threadDictionary[Failure.key] = Failure(reason)
}

/// The result of a body; nil and a stored reason if it throws.
func attempt<Result>(_ body: () throws -> Result) -> Result? {
  // Any body may read a file.
  StandardFormats.registered
  do {
    return try body()
  } catch {
    fail("\(error)")
    return nil
  }
}

/// Whether a body succeeds; stores the reason if it throws.
func succeeds(_ body: () throws -> Void) -> Bool { attempt(body) != nil }

/// A string that the caller frees.
func text(_ string: String?) -> UnsafeMutablePointer<CChar>? { string.flatMap { strdup($0) } }

// MARK: - Handles

/// A handle that retains an object until it is released.
func retained(_ object: AnyObject?) -> OpaquePointer? {
  object.map { OpaquePointer(Unmanaged.passRetained($0).toOpaque()) }
}

/// The object of a handle. The caller guarantees its type.
func object<Object: AnyObject>(_ handle: OpaquePointer, as type: Object.Type = Object.self) -> Object {
  Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
}

func release<Object: AnyObject>(_ handle: OpaquePointer?, as type: Object.Type) {
  guard let handle else { return }
  Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).release()
}
