// The names are the header's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CMultiplane
import Foundation
import Multiplane
import MultiplaneCompositor
import MultiplaneDisplays
import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneRenderTree
import MultiplaneVideo

/// An image in memory.
final class ImageHandle {
  let image: CGImage

  init(_ image: CGImage) { self.image = image }
}

private enum ImageHandleError: Error, CustomStringConvertible {
  case word(parameter: String, expected: [String], found: String)
  case stride(found: Int, least: Int)
  case noRoot
  case pixels(width: Int, height: Int, stride: Int)

  var description: String {
    switch self {
    case .word(let parameter, let expected, let found):
      "\(parameter): expected \(expected.joined(separator: ", ")), found \"\(found)\""
    case .stride(let found, let least):
      "mp_image_read: expected a stride of at least \(least) bytes, found \(found)"
    case .pixels(let width, let height, let stride):
      "mp_image_create: expected a size above 0 and a stride of at least 4 bytes per pixel, found "
        + "\(width)x\(height), \(stride)"
    case .noRoot: "the scene: its root was put into another layer; take it out again"
    }
  }
}

/// Parses a word into a value; nil for NULL.
func choice<Value>(
  _ word: UnsafePointer<CChar>?, _ parameter: String, of values: [(String, Value)]
) throws -> Value? {
  guard let word = word.map({ String(cString: $0) }) else { return nil }
  guard let value = values.first(where: { $0.0 == word }) else {
    throw ImageHandleError.word(parameter: parameter, expected: values.map(\.0), found: word)
  }
  return value.1
}

// MARK: - Drawing

@c @implementation public func mp_image_renderer_create(
  _ renderer: UnsafePointer<CChar>!, _ device: UnsafePointer<CChar>!, _ threads: Int32
) -> OpaquePointer! {
  attempt {
    let name = try choice(renderer, "renderer", of: RendererChoice.allCases.map { ($0.rawValue, $0) })
    let selector = try device.map { try DeviceSelector.parse(String(cString: $0)) } ?? .automatic
    return retained(
      try LayerImageRenderer(name ?? .automatic, device: selector, threads: threads > 0 ? Int(threads) : nil))
  } ?? nil
}

@c @implementation public func mp_image_renderer_release(_ renderer: OpaquePointer!) {
  release(renderer, as: LayerImageRenderer.self)
}

@c @implementation public func mp_image_renderer_set_limits(
  _ renderer: OpaquePointer!, _ memory: Int, _ seconds: Double
) {
  // A size_t above Int's comes as a negative number.
  object(renderer, as: LayerImageRenderer.self).limits = ImageLimits(
    memory: memory < 0 ? .max : memory, seconds: seconds)
}

@c @implementation public func mp_image_renderer_draw(
  _ renderer: OpaquePointer!, _ scene: OpaquePointer!, _ time: Double, _ scale: Double
) -> OpaquePointer! {
  attempt {
    let committed = try committed(scene, scale: scale)
    let time = time.isNaN ? object(scene, as: SceneHandle.self).scene.posterTime : time
    return retained(ImageHandle(try object(renderer, as: LayerImageRenderer.self).image(of: committed, at: time)))
  } ?? nil
}

@c @implementation public func mp_image_renderer_write_video(
  _ renderer: OpaquePointer!, _ scene: OpaquePointer!, _ path: UnsafePointer<CChar>!, _ from: Double, _ to: Double,
  _ framesPerSecond: Double, _ scale: Double, _ quality: Double, _ progress: mp_progress!,
  _ context: UnsafeMutableRawPointer!
) -> Bool {
  succeeds {
    let times = try FrameTimes(from: from, to: to, framesPerSecond: framesPerSecond)
    try object(renderer, as: LayerImageRenderer.self).writeVideo(
      of: try committed(scene, scale: scale), times, to: URL(filePath: String(cString: path)),
      options: VideoOptions(quality: quality >= 0 ? quality : nil),
      progress: progress.map { body in { frame, count in body(context, Int32(frame), Int32(count)) } })
  }
}

private func committed(_ scene: OpaquePointer, scale: Double) throws -> CommittedTree {
  guard let tree = object(scene, as: SceneHandle.self).committed(scale: scale == 0 ? nil : scale) else {
    throw ImageHandleError.noRoot
  }
  return tree
}

// MARK: - Images

@c @implementation public func mp_image_load(_ path: UnsafePointer<CChar>!) -> OpaquePointer! {
  attempt { retained(ImageHandle(try MultiplaneDrawing.loadImage(path: String(cString: path)))) } ?? nil
}

@c @implementation public func mp_image_create(
  _ pixels: UnsafeRawPointer!, _ width: Int32, _ height: Int32, _ stride: Int, _ straight: Bool
) -> OpaquePointer! {
  attempt {
    let (width, height) = (Int(width), Int(height))
    guard width > 0, height > 0, stride >= 4 * width else {
      throw ImageHandleError.pixels(width: width, height: height, stride: stride)
    }
    var bytes = [UInt8]()
    bytes.reserveCapacity(4 * width * height)
    for row in 0..<height { bytes += UnsafeRawBufferPointer(start: pixels + row * stride, count: 4 * width) }
    if straight { premultiply(&bytes) }
    guard let image = CGImage(premultipliedRGBA8: bytes, width: width, height: height) else {
      throw ImageHandleError.pixels(width: width, height: height, stride: stride)
    }
    return retained(ImageHandle(image))
  } ?? nil
}

/// Multiplies the colours of RGBA bytes by their alpha, rounded to the nearest.
private func premultiply(_ bytes: inout [UInt8]) {
  for start in Swift.stride(from: 0, to: bytes.count, by: 4) {
    let alpha = Int(bytes[start + 3])
    guard alpha < 255 else { continue }
    for index in start..<start + 3 { bytes[index] = UInt8((Int(bytes[index]) * alpha + 127) / 255) }
  }
}

@c @implementation public func mp_image_release(_ image: OpaquePointer!) {
  release(image, as: ImageHandle.self)
}

@c @implementation public func mp_image_size(
  _ image: OpaquePointer!, _ width: UnsafeMutablePointer<Int32>!, _ height: UnsafeMutablePointer<Int32>!
) {
  let image = object(image, as: ImageHandle.self).image
  width?.pointee = Int32(image.width)
  height?.pointee = Int32(image.height)
}

@c @implementation public func mp_image_read(
  _ image: OpaquePointer!, _ pixels: UnsafeMutableRawPointer!, _ stride: Int, _ straight: Bool
) -> Bool {
  succeeds {
    let image = object(image, as: ImageHandle.self).image
    let rowBytes = image.width * 4
    guard stride >= rowBytes else { throw ImageHandleError.stride(found: stride, least: rowBytes) }
    let premultiplied = image.premultipliedRGBA8()
    let bytes =
      straight
      ? straightRGBA8(premultiplied: premultiplied, width: image.width, height: image.height) : premultiplied
    bytes.withUnsafeBytes { source in
      for row in 0..<image.height {
        UnsafeMutableRawBufferPointer(start: pixels + row * stride, count: rowBytes)
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[row * rowBytes..<(row + 1) * rowBytes]))
      }
    }
  }
}

@c @implementation public func mp_image_encode(
  _ image: OpaquePointer!, _ format: UnsafePointer<CChar>!, _ quality: Double, _ effort: Double,
  _ length: UnsafeMutablePointer<Int>!
) -> UnsafeMutableRawPointer! {
  attempt {
    let image = object(image, as: ImageHandle.self).image
    let format = try choice(format, "format", of: ImageFileFormat.allCases.map { ($0.rawValue, $0) })
    let bytes = try image.encoded(
      as: format ?? .png, quality: quality < 0 || !quality.isFinite ? nil : quality,
      effort: effort < 0 || !effort.isFinite ? nil : effort)
    length?.pointee = bytes.count
    return bytes.withUnsafeBytes { source in
      let copy = malloc(source.count)
      if let copy, let start = source.baseAddress { copy.copyMemory(from: start, byteCount: source.count) }
      return copy
    }
  } ?? nil
}

@c @implementation public func mp_image_compare(
  _ image: OpaquePointer!, _ expected: OpaquePointer!, _ tolerance: UnsafePointer<CChar>!,
  _ difference: UnsafeMutablePointer<mp_difference>!
) -> UnsafeMutablePointer<CChar>! {
  text(
    attempt {
      let word = tolerance.map { String(cString: $0) } ?? "parity"
      guard let tolerance = PictureTolerance(word) else {
        throw ImageHandleError.word(parameter: "tolerance", expected: [PictureTolerance.expected], found: word)
      }
      let found = try object(image, as: ImageHandle.self).image
        .difference(from: object(expected, as: ImageHandle.self).image)
      difference?.pointee = mp_difference(
        largest: Int32(found.largest), mean: found.mean, beyond_1: found.share(beyond: 1),
        beyond_2: found.share(beyond: 2), beyond_8: found.share(beyond: 8))
      return found.breaches(of: tolerance).joined(separator: "; ")
    })
}

@c @implementation public func mp_image_difference(
  _ image: OpaquePointer!, _ expected: OpaquePointer!
) -> OpaquePointer! {
  attempt {
    let image = object(image, as: ImageHandle.self).image
    let difference = try image.difference(from: object(expected, as: ImageHandle.self).image)
    return retained(
      CGImage(premultipliedRGBA8: difference.picture(), width: image.width, height: image.height).map(ImageHandle.init))
  } ?? nil
}
