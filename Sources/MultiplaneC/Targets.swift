// The names are the header's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CMultiplane
import Foundation
import MultiplaneCompositor
import MultiplaneGL
import MultiplaneSceneFile

/// A target that a program draws scenes into.
private final class TargetHandle {
  let target: DrawingTarget
  let kind: Kind
  var isDrawn = false

  enum Kind {
    /// An image of the renderer; no other program draws into it.
    case own
    /// The program's memory, top row first.
    case memory
    /// The program's texture, with either row order.
    case texture
    case dmaBuf
  }

  init(_ target: DrawingTarget, _ kind: Kind) {
    self.target = target
    self.kind = kind
  }

  /// Pixels per point for a scene that fills its width.
  func scale(of scene: SceneHandle) -> Double { Double(target.width) / scene.scene.size.width }

  func rowOrder(_ flags: UInt32) -> RowOrder { kind == .texture ? MultiplaneC.rowOrder(flags) : .topRowFirst }
}

@c @implementation public func mp_target_create(
  _ renderer: OpaquePointer!, _ width: Int32, _ height: Int32
) -> OpaquePointer! {
  attempt {
    try check(width, height, for: "mp_target_create")
    let renderer = object(renderer, as: RendererHandle.self).renderer
    return retained(TargetHandle(try DrawingTarget(on: renderer, width: Int(width), height: Int(height)), .own))
  } ?? nil
}

@c @implementation public func mp_target_create_with_texture(
  _ renderer: OpaquePointer!, _ texture: UInt32, _ width: Int32, _ height: Int32
) -> OpaquePointer! {
  attempt {
    try check(width, height, for: "mp_target_create_with_texture")
    guard let embedded = object(renderer, as: RendererHandle.self).embedded else {
      throw RendererError.wrongKind(
        function: "mp_target_create_with_texture", maker: "mp_renderer_create_in_context")
    }
    let target = try DrawingTarget(
      on: embedded, texture: TextureName(rawValue: texture), width: Int(width), height: Int(height))
    return retained(TargetHandle(target, .texture))
  } ?? nil
}

@c @implementation public func mp_target_create_with_memory(
  _ renderer: OpaquePointer!, _ pixels: UnsafeMutableRawPointer!, _ width: Int32, _ height: Int32, _ stride: Int,
  _ blueFirst: Bool
) -> OpaquePointer! {
  attempt {
    let function = "mp_target_create_with_memory"
    try check(width, height, for: function)
    guard stride >= 4 * Int(width), stride <= Int.max / Int(height) else {
      throw RendererError.stride(function: function, found: stride, least: 4 * Int(width))
    }
    let memory = UnsafeMutableRawBufferPointer(start: pixels, count: stride * (Int(height) - 1) + 4 * Int(width))
    let target = try DrawingTarget(
      on: object(renderer, as: RendererHandle.self).renderer, memory: memory, width: Int(width), height: Int(height),
      bytesPerRow: stride, isBlueFirst: blueFirst)
    return retained(TargetHandle(target, .memory))
  } ?? nil
}

@c @implementation public func mp_target_create_with_dmabuf(
  _ renderer: OpaquePointer!, _ dmabuf: UnsafePointer<mp_dmabuf>!
) -> OpaquePointer! {
  attempt {
    let renderer = object(renderer, as: RendererHandle.self).renderer
    let target = try DrawingTarget(on: renderer, dmaBuf: try DmaBufLayout(dmabuf.pointee))
    if dmabuf.pointee.fence >= 0 { try renderer.wait(forFence: dmabuf.pointee.fence) }
    return retained(TargetHandle(target, .dmaBuf))
  } ?? nil
}

@c @implementation public func mp_target_release(_ target: OpaquePointer!) {
  release(target, as: TargetHandle.self)
}

@c @implementation public func mp_target_draw(_ target: OpaquePointer!, _ scene: OpaquePointer!, _ flags: UInt32)
  -> Bool
{
  let (handle, scene): (TargetHandle, SceneHandle) = (object(target), object(scene))
  let keepsPixels = keepsPixels(flags)
  return succeeds {
    try handle.target.draw(
      scene.treeToDraw(scale: handle.scale(of: scene)), rowOrder: handle.rowOrder(flags), keepsPixels: keepsPixels,
      onlyChanges: flags & MP_DRAW_CHANGES.rawValue != 0 || handle.kind == .own && !keepsPixels,
      precision: precision(flags))
    handle.isDrawn = true
  }
}

@c @implementation public func mp_target_damage(
  _ target: OpaquePointer!, _ scene: OpaquePointer!, _ flags: UInt32, _ damage: UnsafeMutablePointer<mp_damage>!
) -> Bool {
  let (handle, scene): (TargetHandle, SceneHandle) = (object(target), object(scene))
  let changes = handle.target.changes(
    to: scene.tree(scale: handle.scale(of: scene)), rowOrder: handle.rowOrder(flags), keepsPixels: keepsPixels(flags),
    precision: precision(flags))
  damage.pointee = mp_damage(changes, width: handle.target.width, height: handle.target.height)
  return true
}

@c @implementation public func mp_target_last_damage(
  _ target: OpaquePointer!, _ damage: UnsafeMutablePointer<mp_damage>!
) {
  let handle: TargetHandle = object(target)
  damage.pointee =
    handle.isDrawn
    ? mp_damage(handle.target.change, width: handle.target.width, height: handle.target.height) : mp_damage()
}

@c @implementation public func mp_target_forget(_ target: OpaquePointer!) {
  object(target, as: TargetHandle.self).target.forget()
}

@c @implementation public func mp_target_texture(_ target: OpaquePointer!) -> UInt32 {
  object(target, as: TargetHandle.self).target.texture.rawValue
}

@c @implementation public func mp_target_read_pixels(
  _ target: OpaquePointer!, _ pixels: UnsafeMutableRawPointer!, _ stride: Int
) -> Bool {
  succeeds {
    try object(target, as: TargetHandle.self).target.copyPixels(
      to: pixels, stride: stride, for: "mp_target_read_pixels")
  }
}

@c @implementation public func mp_target_export_dmabuf(
  _ target: OpaquePointer!, _ dmabuf: UnsafeMutablePointer<mp_dmabuf>!
) -> Bool {
  succeeds { dmabuf.pointee = try mp_dmabuf(object(target, as: TargetHandle.self).target.export()) }
}

private func check(_ width: Int32, _ height: Int32, for function: String) throws(RendererError) {
  guard width > 0, height > 0 else {
    throw .size(function: function, width: Int(width), height: Int(height))
  }
}

extension DrawingTarget {
  /// Copies the pixels to the program's memory.
  func copyPixels(to memory: UnsafeMutableRawPointer, stride: Int, for function: String) throws {
    // No memory has rows farther apart than all of it divided by their number.
    guard stride >= 4 * width, stride <= Int.max / max(1, height) else {
      throw RendererError.stride(function: function, found: stride, least: 4 * width)
    }
    try readPixels().withUnsafeBytes { bytes in
      guard let first = bytes.baseAddress else { return }
      for row in 0..<height { memcpy(memory + row * stride, first + row * 4 * width, 4 * width) }
    }
  }
}
