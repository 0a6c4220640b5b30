// The names are the header's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CMultiplane
import Foundation
import MultiplaneCompositor
import MultiplaneDisplays
import MultiplaneFlattening
import MultiplaneGL
import MultiplaneGraphics
import MultiplaneSceneFile

/// A renderer in the program's context, on its own device, or on the CPU.
final class RendererHandle {
  /// The renderer in the program's context; nil for other renderers.
  let embedded: EmbeddedRenderer?
  let renderer: any TargetRenderer
  /// The image of `mp_renderer_draw`; nil before the first drawing.
  var image: DrawingTarget?
  /// The damage of the last frame; nil before the first.
  var lastDamage: mp_damage?
  /// The scenes that the program's framebuffers show.
  private var histories: [SceneHistory] = []

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

  /// The drawing history of one scene.
  private struct SceneHistory {
    weak var scene: SceneHandle?
    var history = DrawingHistory()
  }

  /// The drawing history of a scene.
  subscript(scene: SceneHandle) -> DrawingHistory {
    get { histories.first { $0.scene === scene }?.history ?? DrawingHistory() }
    set {
      histories.removeAll { $0.scene == nil || $0.scene === scene }
      histories.append(SceneHistory(scene: scene, history: newValue))
    }
  }

  /// The renderer in the program's context; throws without a viewport.
  func embedded(for function: String) throws(RendererError) -> EmbeddedRenderer {
    guard let embedded else { throw .wrongKind(function: function, maker: "mp_renderer_create_in_context") }
    let viewport = embedded.viewport
    guard viewport.width > 0, viewport.height > 0 else {
      throw .viewport(function: function, width: viewport.width, height: viewport.height)
    }
    return embedded
  }

  /// The image of `mp_renderer_draw`; throws before the first drawing.
  func drawnImage(for function: String) throws(RendererError) -> DrawingTarget {
    guard let image else { throw .nothingDrawn(function: function) }
    return image
  }
}

enum RendererError: Error, CustomStringConvertible {
  case wrongKind(function: String, maker: String)
  case nothingDrawn(function: String)
  case canvas(function: String, problem: String)
  case viewport(function: String, width: Int, height: Int)
  case stride(function: String, found: Int, least: Int)
  case planes(found: Int)
  case noDescriptor
  case size(function: String, width: Int, height: Int)
  case device(of: RendererChoice, String)

  var description: String {
    switch self {
    case .wrongKind(let function, let maker): "\(function): expected a renderer that \(maker) made"
    case .nothingDrawn(let function): "\(function): nothing was drawn yet; call mp_renderer_draw before"
    case .canvas(let function, let problem): "\(function): \(problem)"
    case .viewport(let function, let width, let height):
      "\(function): expected a viewport with pixels, found \(width)x\(height); call glViewport before"
    case .stride(let function, let found, let least):
      "\(function): expected a stride of at least \(least) bytes, found \(found)"
    case .planes(let found): "dma-buf: expected 1 to \(MP_DMABUF_PLANES) planes, found \(found)"
    case .noDescriptor: "dma-buf: no file descriptor is left for a plane; close some, or raise their number (ulimit -n)"
    case .size(let function, let width, let height):
      "\(function): expected a width and height above 0, found \(width)x\(height)"
    case .device(let renderer, let name):
      "device: expected none, as the \(renderer.rawValue) renderer needs no device, found \(name)"
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

@c @implementation public func mp_renderer_create_with(
  _ renderer: UnsafePointer<CChar>!, _ device: UnsafePointer<CChar>!, _ threads: Int32
) -> OpaquePointer! {
  attempt {
    let name = try choice(renderer, "renderer", of: RendererChoice.allCases.map { ($0.rawValue, $0) }) ?? .automatic
    let selector = try device.map { try DeviceSelector.parse(String(cString: $0)) }
    if !name.usesDevice, let device { throw RendererError.device(of: name, String(cString: device)) }
    let options = RendererOptions(
      name, device: selector, threads: threads > 0 ? min(Int(threads), CPUDrawing.mostThreads) : nil)
    return try Context.keepingCurrent { retained(RendererHandle(try OffscreenCompositor(options))) }
  } ?? nil
}

@c @implementation public func mp_renderer_release(_ renderer: OpaquePointer!) {
  Context.keepingCurrent { release(renderer, as: RendererHandle.self) }
}

@c @implementation public func mp_renderer_set_texture_memory(_ renderer: OpaquePointer!, _ bytes: Int) {
  let handle: RendererHandle = object(renderer)
  handle.renderer.textureBudget = bytes < 0 ? .max : bytes
}

@c @implementation public func mp_renderer_set_debug_overlay(_ renderer: OpaquePointer!, _ overlay: UInt32) {
  object(renderer, as: RendererHandle.self).renderer.overlay.shown = DebugOverlay(rawValue: overlay)
}

// MARK: - Drawing

@c @implementation public func mp_renderer_draw_in_context(
  _ renderer: OpaquePointer!, _ scene: OpaquePointer!, _ flags: UInt32
) -> Bool {
  let (handle, scene): (RendererHandle, SceneHandle) = (object(renderer), object(scene))
  return succeeds {
    let embedded = try handle.embedded(for: "mp_renderer_draw_in_context")
    // The other contents of the framebuffers are unknown.
    handle[scene] = DrawingHistory()
    let viewport = embedded.viewport
    let tree = embedded.overlay.covering(
      scene.treeToDraw(scale: Double(viewport.width) / scene.scene.size.width))
    let statistics = try embedded.draw(
      tree, rowOrder: rowOrder(flags), keepsPixels: keepsPixels(flags), precision: precision(flags))
    embedded.overlay.note(statistics)
    handle.lastDamage = mp_damage(nil, width: viewport.width, height: viewport.height)
  }
}

@c @implementation public func mp_renderer_redraw_in_context(
  _ renderer: OpaquePointer!, _ scene: OpaquePointer!, _ flags: UInt32, _ age: Int32
) -> Bool {
  let (handle, scene): (RendererHandle, SceneHandle) = (object(renderer), object(scene))
  return succeeds {
    let embedded = try handle.embedded(for: "mp_renderer_redraw_in_context")
    let viewport = embedded.viewport
    var history = handle[scene]
    defer { handle[scene] = history }
    try embedded.draw(
      scene.treeToDraw(scale: Double(viewport.width) / scene.scene.size.width), rowOrder: rowOrder(flags),
      keepsPixels: keepsPixels(flags), precision: precision(flags), history: &history, bufferAge: Int(age))
    handle.lastDamage = mp_damage(history.change, width: viewport.width, height: viewport.height)
  }
}

@c @implementation public func mp_renderer_draw(
  _ renderer: OpaquePointer!, _ scene: OpaquePointer!, _ scale: Double
) -> Bool {
  let (handle, scene): (RendererHandle, SceneHandle) = (object(renderer), object(scene))
  return succeeds {
    try check(scale, of: scene, for: "mp_renderer_draw")
    let tree = scene.treeToDraw(scale: scale)
    let (width, height) = (tree.pixelWidth, tree.pixelHeight)
    if let image = handle.image, image.isLost || image.width != width || image.height != height {
      // Two large ones at once may not fit.
      handle.image = nil
    }
    let image = try handle.image ?? DrawingTarget(on: handle.renderer, width: width, height: height)
    handle.image = image
    try image.draw(tree, onlyChanges: true)
    handle.lastDamage = mp_damage(image.change, width: width, height: height)
  }
}

private func check(_ scale: Double, of scene: SceneHandle, for function: String) throws(RendererError) {
  if let problem = SceneLimits.standard.problem(size: scene.scene.size, scale: scale) {
    throw .canvas(function: function, problem: problem)
  }
}

/// The row order of a framebuffer.
func rowOrder(_ flags: UInt32) -> RowOrder {
  flags & MP_DRAW_TOP_ROW_FIRST.rawValue != 0 ? .topRowFirst : .bottomRowFirst
}

/// Whether existing pixels are preserved below the drawing.
func keepsPixels(_ flags: UInt32) -> Bool { flags & MP_DRAW_CLEAR.rawValue == 0 }

/// The precision of a frame.
func precision(_ flags: UInt32) -> RenderPrecision { flags & MP_DRAW_16_BITS.rawValue != 0 ? .words : .bytes }

// MARK: - Damage

@c @implementation public func mp_renderer_damage_in_context(
  _ renderer: OpaquePointer!, _ scene: OpaquePointer!, _ flags: UInt32, _ age: Int32,
  _ damage: UnsafeMutablePointer<mp_damage>!
) -> Bool {
  let (handle, scene): (RendererHandle, SceneHandle) = (object(renderer), object(scene))
  return succeeds {
    let embedded = try handle.embedded(for: "mp_renderer_damage_in_context")
    let viewport = embedded.viewport
    var history = handle[scene]
    let tree = scene.tree(scale: Double(viewport.width) / scene.scene.size.width)
    let changes = embedded.changes(
      to: embedded.overlay.covered(keepsPixels(flags) ? tree.withoutBackground : tree), rowOrder: rowOrder(flags),
      keepsPixels: keepsPixels(flags), precision: precision(flags), history: &history, bufferAge: Int(age))
    damage.pointee = mp_damage(changes, width: viewport.width, height: viewport.height)
  }
}

@c @implementation public func mp_renderer_damage(
  _ renderer: OpaquePointer!, _ scene: OpaquePointer!, _ scale: Double, _ damage: UnsafeMutablePointer<mp_damage>!
) -> Bool {
  let (handle, scene): (RendererHandle, SceneHandle) = (object(renderer), object(scene))
  return succeeds {
    try check(scale, of: scene, for: "mp_renderer_damage")
    let tree = scene.tree(scale: scale)
    var changes: PixelRegion?
    if let image = handle.image, image.width == tree.pixelWidth, image.height == tree.pixelHeight {
      changes = image.changes(to: tree)
    }
    damage.pointee = mp_damage(changes, width: tree.pixelWidth, height: tree.pixelHeight)
  }
}

@c @implementation public func mp_renderer_last_damage(
  _ renderer: OpaquePointer!, _ damage: UnsafeMutablePointer<mp_damage>!
) {
  damage.pointee = object(renderer, as: RendererHandle.self).lastDamage ?? mp_damage()
}

extension mp_damage {
  /// The damage of a region, clipped to an image; all of the image without a region.
  init(_ region: PixelRegion?, width: Int, height: Int) {
    self.init()
    let found = region?.rectangles ?? [PixelRect(x: 0, y: 0, width: width, height: height)]
    let list = found.compactMap { rect -> mp_rect? in
      let (right, bottom) = (min(rect.x + rect.width, width), min(rect.y + rect.height, height))
      guard rect.x < right, rect.y < bottom else { return nil }
      return mp_rect(x: Int32(rect.x), y: Int32(rect.y), width: Int32(right - rect.x), height: Int32(bottom - rect.y))
    }
    // A region has no more.
    .prefix(Int(MP_DAMAGE_RECTS))
    count = Int32(list.count)
    withUnsafeMutableBytes(of: &rects) { bytes in
      let rects = bytes.bindMemory(to: mp_rect.self)
      for (index, rect) in list.enumerated() { rects[index] = rect }
    }
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
    dmabuf.pointee = try mp_dmabuf(image.export())
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
