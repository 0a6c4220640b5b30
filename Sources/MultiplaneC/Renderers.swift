// The names are the header's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CMultiplane
import Compositor
import Displays
import Foundation
import GL
import GLRenderer
import SceneFile

/// What draws scenes: in a context of the program's, or on a device of its own.
private final class RendererHandle {
  enum Target {
    case context(EmbeddedRenderer)
    case device(OffscreenCompositor)
  }

  let target: Target
  /// Of the image that was drawn last, in pixels.
  var size = (width: 0, height: 0)

  init(_ target: Target) { self.target = target }

  /// - Throws: a line that says which renderers `function` is for.
  func compositor(for function: String) throws(RendererError) -> OffscreenCompositor {
    guard case .device(let compositor) = target else {
      throw .wrongKind(function: function, maker: "mp_renderer_create")
    }
    return compositor
  }
}

private enum RendererError: Error, CustomStringConvertible {
  case wrongKind(function: String, maker: String)
  case nothingDrawn(function: String)
  case canvas(problem: String)
  case viewport(width: Int, height: Int)
  case stride(found: Int, least: Int)

  var description: String {
    switch self {
    case .wrongKind(let function, let maker): "\(function): expected a renderer that \(maker) made"
    case .nothingDrawn(let function): "\(function): nothing was drawn yet; call mp_renderer_draw before"
    case .canvas(let problem): "mp_renderer_draw: \(problem)"
    case .viewport(let width, let height):
      "mp_renderer_draw_in_context: expected a viewport with pixels, found \(width)x\(height); call glViewport before"
    case .stride(let found, let least):
      "mp_renderer_read_pixels: expected a stride of at least \(least) bytes, found \(found)"
    }
  }
}

@c @implementation public func mp_renderer_create_in_context() -> OpaquePointer! {
  attempt { retained(RendererHandle(.context(try EmbeddedRenderer()))) } ?? nil
}

@c @implementation public func mp_renderer_create(_ device: UnsafePointer<CChar>!) -> OpaquePointer! {
  attempt {
    let selector = try device.map { try DeviceSelector.parse(String(cString: $0)) } ?? .automatic
    return retained(RendererHandle(.device(try OffscreenCompositor(device: selector))))
  } ?? nil
}

@c @implementation public func mp_renderer_release(_ renderer: OpaquePointer!) {
  release(renderer, as: RendererHandle.self)
}

@c @implementation public func mp_renderer_draw_in_context(
  _ renderer: OpaquePointer!, _ scene: OpaquePointer!, _ flags: UInt32
) -> Bool {
  let scene: SceneHandle = object(scene)
  return succeeds {
    guard case .context(let embedded) = object(renderer, as: RendererHandle.self).target else {
      throw RendererError.wrongKind(function: "mp_renderer_draw_in_context", maker: "mp_renderer_create_in_context")
    }
    let viewport = embedded.viewport
    guard viewport.width > 0, viewport.height > 0 else {
      throw RendererError.viewport(width: viewport.width, height: viewport.height)
    }
    _ = try embedded.draw(
      scene.tree(scale: Double(viewport.width) / scene.scene.size.width),
      rowOrder: flags & MP_DRAW_TOP_ROW_FIRST.rawValue != 0 ? .topRowFirst : .bottomRowFirst,
      keepsPixels: flags & MP_DRAW_CLEAR.rawValue == 0)
  }
}

@c @implementation public func mp_renderer_draw(
  _ renderer: OpaquePointer!, _ scene: OpaquePointer!, _ scale: Double
) -> Bool {
  let (renderer, scene): (RendererHandle, SceneHandle) = (object(renderer), object(scene))
  return succeeds {
    let compositor = try renderer.compositor(for: "mp_renderer_draw")
    if let problem = SceneLimits.standard.problem(size: scene.scene.size, scale: scale) {
      throw RendererError.canvas(problem: problem)
    }
    let tree = scene.tree(scale: scale)
    _ = try compositor.draw(tree)
    renderer.size = (tree.pixelWidth, tree.pixelHeight)
  }
}

@c @implementation public func mp_renderer_size(
  _ renderer: OpaquePointer!, _ width: UnsafeMutablePointer<Int32>!, _ height: UnsafeMutablePointer<Int32>!
) {
  let size = object(renderer, as: RendererHandle.self).size
  width?.pointee = Int32(size.width)
  height?.pointee = Int32(size.height)
}

@c @implementation public func mp_renderer_read_pixels(
  _ renderer: OpaquePointer!, _ pixels: UnsafeMutableRawPointer!, _ stride: Int
) -> Bool {
  let renderer: RendererHandle = object(renderer)
  return succeeds {
    let compositor = try renderer.compositor(for: "mp_renderer_read_pixels")
    let (width, height) = renderer.size
    guard height > 0 else { throw RendererError.nothingDrawn(function: "mp_renderer_read_pixels") }
    guard stride >= 4 * width else { throw RendererError.stride(found: stride, least: 4 * width) }
    let picture = try compositor.readPixels()
    picture.withUnsafeBytes { bytes in
      guard let first = bytes.baseAddress else { return }
      for row in 0..<height { memcpy(pixels + row * stride, first + row * 4 * width, 4 * width) }
    }
  }
}

@c @implementation public func mp_renderer_export_dmabuf(
  _ renderer: OpaquePointer!, _ dmabuf: UnsafeMutablePointer<mp_dmabuf>!
) -> Bool {
  let renderer: RendererHandle = object(renderer)
  return succeeds {
    let shared = try renderer.compositor(for: "mp_renderer_export_dmabuf").exportDmaBuf()
    guard let shared else { throw RendererError.nothingDrawn(function: "mp_renderer_export_dmabuf") }
    dmabuf.pointee = mp_dmabuf(
      // The value closes its own when it goes.
      fd: fcntl(shared.descriptor, F_DUPFD_CLOEXEC, 0), fourcc: shared.fourcc,
      modifier: shared.modifier ?? unknownModifier, stride: UInt32(shared.stride), offset: UInt32(shared.offset),
      width: Int32(shared.width), height: Int32(shared.height))
  }
}

/// `DRM_FORMAT_MOD_INVALID` of drm_fourcc.h.
private let unknownModifier: UInt64 = 0x00ff_ffff_ffff_ffff
