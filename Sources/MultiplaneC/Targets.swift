// The names are the header's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CMultiplane
import Compositor
import Foundation
import GL
import SceneFile

/// What a program has scenes drawn into.
private final class TargetHandle {
  let target: DrawingTarget
  /// Of a texture of the program's, whose rows it may want in either order.
  let isTexture: Bool

  init(_ target: DrawingTarget, isTexture: Bool = false) {
    self.target = target
    self.isTexture = isTexture
  }
}

@c @implementation public func mp_target_create(
  _ renderer: OpaquePointer!, _ width: Int32, _ height: Int32
) -> OpaquePointer! {
  attempt {
    try check(width, height, for: "mp_target_create")
    let renderer = object(renderer, as: RendererHandle.self).renderer
    return retained(TargetHandle(try DrawingTarget(on: renderer, width: Int(width), height: Int(height))))
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
    return retained(TargetHandle(target, isTexture: true))
  } ?? nil
}

@c @implementation public func mp_target_create_with_dmabuf(
  _ renderer: OpaquePointer!, _ dmabuf: UnsafePointer<mp_dmabuf>!
) -> OpaquePointer! {
  attempt {
    let renderer = object(renderer, as: RendererHandle.self).renderer
    let target = try DrawingTarget(on: renderer, dmaBuf: try DmaBufLayout(dmabuf.pointee))
    if dmabuf.pointee.fence >= 0 { try renderer.wait(forFence: dmabuf.pointee.fence) }
    return retained(TargetHandle(target))
  } ?? nil
}

@c @implementation public func mp_target_release(_ target: OpaquePointer!) {
  release(target, as: TargetHandle.self)
}

@c @implementation public func mp_target_draw(_ target: OpaquePointer!, _ scene: OpaquePointer!, _ flags: UInt32)
  -> Bool
{
  let (handle, scene): (TargetHandle, SceneHandle) = (object(target), object(scene))
  let isTopRowFirst = !handle.isTexture || flags & MP_DRAW_TOP_ROW_FIRST.rawValue != 0
  return succeeds {
    _ = try handle.target.draw(
      scene.tree(scale: Double(handle.target.width) / scene.scene.size.width),
      rowOrder: isTopRowFirst ? .topRowFirst : .bottomRowFirst,
      keepsPixels: flags & MP_DRAW_CLEAR.rawValue == 0)
  }
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
  succeeds { dmabuf.pointee = mp_dmabuf(try object(target, as: TargetHandle.self).target.export()) }
}

private func check(_ width: Int32, _ height: Int32, for function: String) throws(RendererError) {
  guard width > 0, height > 0 else {
    throw .size(function: function, width: Int(width), height: Int(height))
  }
}

extension DrawingTarget {
  /// Copies the pixels to where a program wants them.
  func copyPixels(to memory: UnsafeMutableRawPointer, stride: Int, for function: String) throws {
    guard stride >= 4 * width else {
      throw RendererError.stride(function: function, found: stride, least: 4 * width)
    }
    try readPixels().withUnsafeBytes { bytes in
      guard let first = bytes.baseAddress else { return }
      for row in 0..<height { memcpy(memory + row * stride, first + row * 4 * width, 4 * width) }
    }
  }
}
