// The names are the header's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CMultiplane
import Multiplane
import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneInteraction
import MultiplaneLayerTree
import MultiplaneLiveControl
import MultiplaneSceneFile

@c @implementation public func mp_scene_load(_ path: UnsafePointer<CChar>!) -> OpaquePointer! {
  mp_scene_load_with(path, nil)
}

@c @implementation public func mp_scene_load_with(
  _ path: UnsafePointer<CChar>!, _ parameters: UnsafePointer<CChar>!
) -> OpaquePointer! {
  return attempt {
    retained(SceneHandle(try Scene.load(path: String(cString: path), parameters: try sceneParameters(parameters))))
  } ?? nil
}

@c @implementation public func mp_scene_load_inputs(
  _ path: UnsafePointer<CChar>!, _ inputs: UnsafePointer<mp_scene_inputs>!
) -> OpaquePointer! {
  attempt {
    let path = String(cString: path)
    let template = try SceneTemplate(path: path, limits: try sceneLimits(inputs.pointee))
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    return retained(SceneHandle(try template.scene(try inputs.pointee.parameters(of: template, folder: folder))))
  } ?? nil
}

@c @implementation public func mp_scene_parse_inputs(
  _ json: UnsafePointer<CChar>!, _ length: Int, _ folder: UnsafePointer<CChar>!,
  _ inputs: UnsafePointer<mp_scene_inputs>!
) -> OpaquePointer! {
  let bytes = UnsafeRawBufferPointer(start: json, count: length)
  return attempt {
    let folder = folderPath(folder)
    let template = try SceneTemplate(
      [UInt8](bytes), name: "scene", folder: folder, limits: try sceneLimits(inputs.pointee))
    return retained(SceneHandle(try template.scene(try inputs.pointee.parameters(of: template, folder: folder))))
  } ?? nil
}

@c @implementation public func mp_scene_set_inputs(
  _ scene: OpaquePointer!, _ inputs: UnsafePointer<mp_scene_inputs>!
) -> Bool {
  succeeds {
    let (scene, inputs): (SceneHandle, mp_scene_inputs) = (object(scene), inputs.pointee)
    try scene.setParameters(
      try inputs.values(for: scene.scene.parameters), assets: inputs.assets.map { try inputs.confined($0) })
  }
}

@c @implementation public func mp_scene_add_image(
  _ scene: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ image: OpaquePointer!
) {
  object(scene, as: SceneHandle.self).addImage(
    object(image, as: ImageHandle.self).image, name: String(cString: name))
}

private func sceneLimits(_ inputs: mp_scene_inputs) throws -> SceneLimits {
  var limits = SceneLimits.standard
  if let root = inputs.root { limits.root = try FolderRoot(String(cString: root)) }
  return limits
}

extension mp_scene_inputs {
  /// The values of parameters, and the place of their images.
  ///
  /// - Parameter folder: the scene's: empty, or ending in a slash.
  fileprivate func parameters(of template: SceneTemplate, folder: String) throws -> SceneParameters {
    SceneParameters(
      try values(for: template.parameters),
      assets: try assets.map { try confined($0) }
        ?? FilePlace(folder: folder, root: try root.map { try FolderRoot(String(cString: $0)) }))
  }

  /// The folder of image paths, which confines them.
  fileprivate func confined(_ folder: UnsafePointer<CChar>) throws -> FilePlace {
    FilePlace(
      folder: folderPath(folder), root: try FolderRoot(String(cString: folder), called: "the assets folder"))
  }

  fileprivate func values(for declarations: [ParameterDeclaration]) throws -> [String: ParameterValue] {
    var values = try sceneParameters(parameters).values
    if converts_text {
      for declaration in declarations {
        guard case .string(let text)? = values[declaration.name] else { continue }
        values[declaration.name] = declaration.value(ofText: text)
      }
    }
    for index in 0..<image_count {
      guard let images, let image = images[index].image else { continue }
      values[String(cString: images[index].name)] = .image(object(image, as: ImageHandle.self).image)
    }
    return values
  }
}

@c @implementation public func mp_scene_parse(
  _ json: UnsafePointer<CChar>!, _ length: Int, _ folder: UnsafePointer<CChar>!
) -> OpaquePointer! {
  mp_scene_parse_with(json, length, folder, nil)
}

@c @implementation public func mp_scene_parse_with(
  _ json: UnsafePointer<CChar>!, _ length: Int, _ folder: UnsafePointer<CChar>!, _ parameters: UnsafePointer<CChar>!
) -> OpaquePointer! {
  let bytes = UnsafeRawBufferPointer(start: json, count: length)
  return attempt {
    retained(
      SceneHandle(
        try Scene.decode(
          [UInt8](bytes), name: "scene", folder: folderPath(folder), parameters: try sceneParameters(parameters))))
  } ?? nil
}

@c @implementation public func mp_scene_set_parameters(
  _ scene: OpaquePointer!, _ parameters: UnsafePointer<CChar>!
) -> Bool {
  succeeds {
    try object(scene, as: SceneHandle.self).setParameters(try sceneParameters(parameters).values)
  }
}

@c @implementation public func mp_scene_parameters_schema(
  _ path: UnsafePointer<CChar>!
) -> UnsafeMutablePointer<CChar>! {
  text(attempt { try SceneTemplate(path: String(cString: path)).parametersSchemaText })
}

@c @implementation public func mp_scene_parameters_schema_parse(
  _ json: UnsafePointer<CChar>!, _ length: Int, _ folder: UnsafePointer<CChar>!
) -> UnsafeMutablePointer<CChar>! {
  let bytes = UnsafeRawBufferPointer(start: json, count: length)
  return text(
    attempt {
      try SceneTemplate([UInt8](bytes), name: "scene", folder: folderPath(folder)).parametersSchemaText
    })
}

/// Parses parameter values from a JSON object.
private func sceneParameters(_ json: UnsafePointer<CChar>?) throws -> SceneParameters {
  try json.map {
    SceneParameters(try ParameterValue.values(json: [UInt8](String(cString: $0).utf8), name: "parameters"))
  }
    ?? SceneParameters()
}

@c @implementation public func mp_scene_create(_ width: Double, _ height: Double) -> OpaquePointer! {
  let size = CGSize(width: width, height: height)
  if let problem = SceneLimits.standard.problem(size: size, scale: 1) {
    fail("mp_scene_create: \(problem)")
    return nil
  }
  let root = CALayer()
  SceneHandle.withoutActions {
    root.anchorPoint = .zero
    root.bounds = CGRect(origin: .zero, size: size)
  }
  return retained(SceneHandle(Scene(size: size, root: root)))
}

@c @implementation public func mp_scene_release(_ scene: OpaquePointer!) {
  release(scene, as: SceneHandle.self)
}

@c @implementation public func mp_scene_size(
  _ scene: OpaquePointer!, _ width: UnsafeMutablePointer<Double>!, _ height: UnsafeMutablePointer<Double>!
) {
  let size = object(scene, as: SceneHandle.self).scene.size
  width?.pointee = size.width
  height?.pointee = size.height
}

@c @implementation public func mp_scene_poster_time(_ scene: OpaquePointer!) -> Double {
  object(scene, as: SceneHandle.self).scene.posterTime
}

@c @implementation public func mp_scene_root(_ scene: OpaquePointer!) -> OpaquePointer! {
  retained(object(scene, as: SceneHandle.self).scene.root)
}

@c @implementation public func mp_scene_set_time(_ scene: OpaquePointer!, _ time: Double) {
  guard time.isFinite else { return }
  object(scene, as: SceneHandle.self).time = time
}

@c @implementation public func mp_scene_next_frame_time(_ scene: OpaquePointer!) -> Double {
  object(scene, as: SceneHandle.self).nextFrameTime
}

@c @implementation public func mp_scene_needs_drawing(_ scene: OpaquePointer!) -> Bool {
  object(scene, as: SceneHandle.self).needsDrawing
}

@c @implementation public func mp_scene_command(
  _ scene: OpaquePointer!, _ json: UnsafePointer<CChar>!
) -> UnsafeMutablePointer<CChar>! {
  let scene = LiveSceneHandle(object(scene))
  return text(LiveCommand.reply(to: [UInt8](String(cString: json).utf8), on: scene))
}

@c @implementation public func mp_scene_warnings(_ scene: OpaquePointer!) -> UnsafeMutablePointer<CChar>! {
  let warnings = object(scene, as: SceneHandle.self).scene.warnings.map { warning in
    JSONValue.object([
      .init(key: "place", value: .string(warning.place)), .init(key: "problem", value: .string(warning.problem)),
    ])
  }
  return text(JSONValue.array(warnings).flatText)
}

@c @implementation public func mp_scene_text(_ scene: OpaquePointer!) -> UnsafeMutablePointer<CChar>! {
  text(attempt { try object(scene, as: SceneHandle.self).scene.encoded() })
}

/// A folder for the scene reader: empty, or ending in a slash.
func folderPath(_ folder: UnsafePointer<CChar>?) -> String {
  guard let folder else { return "" }
  let path = String(cString: folder)
  return path.isEmpty || path.hasSuffix("/") ? path : path + "/"
}

/// A scene for commands. It supports no command that only a kiosk has.
private final class LiveSceneHandle: LiveScene {
  private let handle: SceneHandle

  init(_ handle: SceneHandle) { self.handle = handle }

  var roots: [CALayer] { [handle.scene.root] }
  var images: [SceneImage] { handle.scene.images + handle.addedImages }

  func setParameters(_ values: [String: ParameterValue], duration: Double) throws {
    try handle.setParameters(values, duration: duration)
  }

  func screenshot(ofOutput output: String?, hasOverlay: Bool) throws -> CGImage {
    throw LiveError.failed(reason: "screenshot: the scene is on no screen; draw it and read the pixels")
  }

  func statistics() -> [(name: String, value: Double)] { [("time", handle.time)] }

  func setDebugOverlay(_ overlay: DebugOverlay) throws {
    throw LiveError.failed(reason: "overlay: the scene is on no screen; call mp_renderer_set_debug_overlay")
  }

  func setBlanked(_ isBlanked: Bool) throws {
    throw LiveError.failed(reason: "blank: the scene is on no screen; draw nothing instead")
  }

  func tap(_ target: TapTarget, onOutput output: String?) throws -> String? {
    throw LiveError.failed(reason: "tap: the scene is on no screen; call mp_scene_input")
  }

  func press(_ key: Key) throws {
    throw LiveError.failed(reason: "key: the scene is on no screen; call mp_scene_input")
  }

  func reload(forgetsValues: Bool) throws {
    throw LiveError.failed(reason: "reload: load the scene again, and release this one")
  }

  func quit() {}
}
