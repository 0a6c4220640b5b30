// A program in Swift that opens libmultiplane.so: its own runtime and Foundation are beside those
// in the library. Both work, on several threads at once: it draws a scene four times and writes the
// picture.
//
//   Host LIBRARY SCENE PICTURE

import Foundation

typealias LoadScene = @convention(c) (UnsafePointer<CChar>) -> OpaquePointer?
typealias CreateRenderer = @convention(c) (UnsafePointer<CChar>?, UnsafePointer<CChar>?, CInt) -> OpaquePointer?
typealias Draw = @convention(c) (OpaquePointer, OpaquePointer, Double, Double) -> OpaquePointer?
typealias Encode =
  @convention(c) (OpaquePointer, UnsafePointer<CChar>, Double, Double, UnsafeMutablePointer<Int>)
  -> UnsafeMutableRawPointer?
typealias ReadError = @convention(c) () -> UnsafePointer<CChar>

struct Failure: Error {
  let line: String
}

struct Library: @unchecked Sendable {  // a handle of the loader, which any thread may use
  let handle: UnsafeMutableRawPointer

  init(path: String) throws {
    guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL) else { throw Failure(line: String(cString: dlerror())) }
    self.handle = handle
  }

  func function<Function>(_ name: String) throws -> Function {
    guard let address = dlsym(handle, name) else { throw Failure(line: "there is no \(name)") }
    return unsafeBitCast(address, to: Function.self)
  }

  func png(ofScene path: String) throws -> Data {
    let failure: ReadError = try function("mp_error")
    func checked<Value>(_ value: Value?) throws -> Value {
      guard let value else { throw Failure(line: String(cString: failure())) }
      return value
    }
    let load: LoadScene = try function("mp_scene_load")
    let create: CreateRenderer = try function("mp_image_renderer_create")
    let draw: Draw = try function("mp_image_renderer_draw")
    let encode: Encode = try function("mp_image_encode")
    let image = try checked(draw(checked(create("cpu", nil, 2)), checked(load(path)), 0, 0))
    var count = 0
    let bytes = try checked(encode(image, "png", -1, -1, &count))
    return Data(bytesNoCopy: bytes, count: count, deallocator: .free)
  }
}

func pictures(library: Library, scene: String) async throws -> [Data] {
  try await withThrowingTaskGroup(of: Data.self) { group in
    for _ in 0..<4 { group.addTask { try library.png(ofScene: scene) } }
    return try await group.reduce(into: []) { $0.append($1) }
  }
}

@main
struct Host {
  static func main() async throws {
    let arguments = ProcessInfo.processInfo.arguments
    let library = try Library(path: arguments[1])
    let all = try await pictures(library: library, scene: arguments[2])
    // What a runtime keeps for a whole process, once more from the host: types, generics, formats,
    // regular expressions.
    let sizes = Set(all.map { String(format: "%08d", $0.count) })
    guard Set(all).count == 1, sizes.allSatisfy({ $0.wholeMatch(of: /[0-9]{8}/) != nil }) else {
      throw Failure(line: "four pictures of one scene differ: \(sizes)")
    }
    try all[0].write(to: URL(fileURLWithPath: arguments[3]))
  }
}
