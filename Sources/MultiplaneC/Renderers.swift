// The names are the header's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CMultiplane
import Compositor
import Displays
import Foundation
import GL
import SceneFile

/// What draws scenes: in a context of the program's, or on a device of its own.
final class RendererHandle {
  /// The first is nil for a renderer on a device of its own.
  let embedded: EmbeddedRenderer?
  let renderer: any TargetRenderer
  /// What `mp_renderer_draw` draws into; nil before.
  var image: DrawingTarget?

  init(_ embedded: EmbeddedRenderer) {
    (self.embedded, renderer) = (embedded, embedded)
  }

  init(_ compositor: OffscreenCompositor) {
    (embedded, renderer) = (nil, compositor)
  }

  deinit {
    // Before the renderer.
    image = nil
  }

  /// The image of `mp_renderer_draw`.
  func drawnImage(for function: String) throws(RendererError) -> DrawingTarget {
    guard let image else { throw .nothingDrawn(function: function) }
    return image
  }
}

enum RendererError: Error, CustomStringConvertible {
  case wrongKind(function: String, maker: String)
  case nothingDrawn(function: String)
  case canvas(problem: String)
  case viewport(width: Int, height: Int)
  case stride(function: String, found: Int, least: Int)
  case planes(found: Int)
  case size(function: String, width: Int, height: Int)

  var description: String {
    switch self {
    case .wrongKind(let function, let maker): "\(function): expected a renderer that \(maker) made"
    case .nothingDrawn(let function): "\(function): nothing was drawn yet; call mp_renderer_draw before"
    case .canvas(let problem): "mp_renderer_draw: \(problem)"
    case .viewport(let width, let height):
      "mp_renderer_draw_in_context: expected a viewport with pixels, found \(width)x\(height); call glViewport before"
    case .stride(let function, let found, let least):
      "\(function): expected a stride of at least \(least) bytes, found \(found)"
    case .planes(let found): "dma-buf: expected 1 to \(MP_DMABUF_PLANES) planes, found \(found)"
    case .size(let function, let width, let height):
      "\(function): expected a width and height above 0, found \(width)x\(height)"
    }
  }
}

// MARK: - Making

@c @implementation public func mp_renderer_create_in_context() -> OpaquePointer! {
  attempt { retained(RendererHandle(try EmbeddedRenderer())) } ?? nil
}

@c @implementation public func mp_renderer_create(_ device: UnsafePointer<CChar>!) -> OpaquePointer! {
  attempt {
    let selector = try device.map { try DeviceSelector.parse(String(cString: $0)) } ?? .automatic
    return try Context.keepingCurrent { retained(RendererHandle(try OffscreenCompositor(device: selector))) }
  } ?? nil
}

@c @implementation public func mp_renderer_release(_ renderer: OpaquePointer!) {
  Context.keepingCurrent { release(renderer, as: RendererHandle.self) }
}

// MARK: - Drawing

@c @implementation public func mp_renderer_draw_in_context(
  _ renderer: OpaquePointer!, _ scene: OpaquePointer!, _ flags: UInt32
) -> Bool {
  let scene: SceneHandle = object(scene)
  return succeeds {
    guard let embedded = object(renderer, as: RendererHandle.self).embedded else {
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
  let (handle, scene): (RendererHandle, SceneHandle) = (object(renderer), object(scene))
  return succeeds {
    if let problem = SceneLimits.standard.problem(size: scene.scene.size, scale: scale) {
      throw RendererError.canvas(problem: problem)
    }
    let tree = scene.tree(scale: scale)
    let (width, height) = (tree.pixelWidth, tree.pixelHeight)
    if let image = handle.image, image.isLost || image.width != width || image.height != height {
      // Two large ones at once may not fit.
      handle.image = nil
    }
    let image = try handle.image ?? DrawingTarget(on: handle.renderer, width: width, height: height)
    handle.image = image
    _ = try image.draw(tree)
  }
}

// MARK: - The image

@c @implementation public func mp_renderer_size(
  _ renderer: OpaquePointer!, _ width: UnsafeMutablePointer<Int32>!, _ height: UnsafeMutablePointer<Int32>!
) {
  let image = object(renderer, as: RendererHandle.self).image
  width?.pointee = Int32(image?.width ?? 0)
  height?.pointee = Int32(image?.height ?? 0)
}

@c @implementation public func mp_renderer_texture(_ renderer: OpaquePointer!) -> UInt32 {
  object(renderer, as: RendererHandle.self).image?.texture.rawValue ?? 0
}

@c @implementation public func mp_renderer_egl_context(
  _ renderer: OpaquePointer!, _ display: UnsafeMutablePointer<UnsafeMutableRawPointer?>!,
  _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>!
) {
  let handles = object(renderer, as: RendererHandle.self).renderer.contextHandles
  display?.pointee = handles?.display
  context?.pointee = handles?.context
}

@c @implementation public func mp_renderer_read_pixels(
  _ renderer: OpaquePointer!, _ pixels: UnsafeMutableRawPointer!, _ stride: Int
) -> Bool {
  succeeds {
    let function = "mp_renderer_read_pixels"
    try object(renderer, as: RendererHandle.self).drawnImage(for: function).copyPixels(
      to: pixels, stride: stride, for: function)
  }
}

@c @implementation public func mp_renderer_export_dmabuf(
  _ renderer: OpaquePointer!, _ dmabuf: UnsafeMutablePointer<mp_dmabuf>!
) -> Bool {
  succeeds {
    let image = try object(renderer, as: RendererHandle.self).drawnImage(for: "mp_renderer_export_dmabuf")
    dmabuf.pointee = mp_dmabuf(try image.export())
  }
}

// MARK: - Waiting

@c @implementation public func mp_renderer_fence(_ renderer: OpaquePointer!) -> Int32 {
  attempt { try object(renderer, as: RendererHandle.self).renderer.fence() ?? -1 } ?? -1
}

@c @implementation public func mp_renderer_wait_fence(_ renderer: OpaquePointer!, _ fence: Int32) -> Bool {
  succeeds { try object(renderer, as: RendererHandle.self).renderer.wait(forFence: fence) }
}

@c @implementation public func mp_renderer_finish(_ renderer: OpaquePointer!) -> Bool {
  succeeds { try object(renderer, as: RendererHandle.self).renderer.finish() }
}
