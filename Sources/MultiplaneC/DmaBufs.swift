// The names are the header's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CMultiplane
import Foundation
import MultiplaneDisplays
import MultiplaneGL
import MultiplaneGraphics
import MultiplaneLayerTree

/// The value of `DRM_FORMAT_MOD_INVALID` in drm_fourcc.h.
private let unknownModifier: UInt64 = 0x00ff_ffff_ffff_ffff

@c @implementation public func mp_dmabuf_close(_ dmabuf: UnsafeMutablePointer<mp_dmabuf>!) {
  // Planes in one dma-buf may share a descriptor.
  for descriptor in Set(dmabuf.pointee.planeList.map(\.fd) + [dmabuf.pointee.fence]) where descriptor >= 0 {
    _ = close(descriptor)
  }
  dmabuf.pointee.plane_count = 0
  dmabuf.pointee.fence = -1
}

@c @implementation public func mp_layer_set_contents_dmabuf(
  _ layer: OpaquePointer!, _ dmabuf: UnsafePointer<mp_dmabuf>!, _ colors: UInt32, _ release: mp_release_handler!,
  _ context: UnsafeMutableRawPointer!
) -> Bool {
  succeeds {
    let layout = try DmaBufLayout(dmabuf.pointee)
    let matrix: YCbCrMatrix =
      if colors & MP_COLORS_BT601.rawValue != 0 {
        .bt601
      } else if colors & MP_COLORS_BT2020.rawValue != 0 {
        .bt2020
      } else {
        .bt709
      }
    let owner = release.map { PixelOwner(release: $0, context: context) }
    let image = try ImportedImage(
      width: layout.width, height: layout.height, pixelFormat: DRMPixelFormat(rawValue: layout.fourcc),
      modifier: layout.modifier,
      planes: layout.planes.map { .init(descriptor: $0.descriptor, offset: $0.offset, bytesPerRow: $0.stride) },
      colorMatrix: matrix, colorRange: colors & MP_COLORS_FULL_RANGE.rawValue != 0 ? .full : .limited,
      acquireFence: dmabuf.pointee.fence >= 0 ? dmabuf.pointee.fence : nil, release: owner.map { $0.letGo })
    SceneHandle.withoutActions { object(layer, as: CALayer.self).contents = image }
  }
}

@c @implementation public func mp_layer_contents_changed(_ layer: OpaquePointer!, _ fence: Int32) -> Bool {
  let layer: CALayer = object(layer)
  guard let image = layer.contents as? ImportedImage else {
    fail("mp_layer_contents_changed: expected a layer with the contents of mp_layer_set_contents_dmabuf")
    return false
  }
  image.contentsChanged(acquireFence: fence >= 0 ? fence : nil)
  SceneHandle.withoutActions { layer.contents = image }
  return true
}

/// The program's callback for pixels that are no longer used.
///
/// Sendable: the program has promised that its function may be called on any thread.
private struct PixelOwner: @unchecked Sendable {
  let release: mp_release_handler
  let context: UnsafeMutableRawPointer?

  func letGo() { release(context) }
}

extension mp_dmabuf {
  /// The planes in use.
  fileprivate var planeList: [mp_dmabuf_plane] {
    withUnsafeBytes(of: planes) { Array($0.bindMemory(to: mp_dmabuf_plane.self).prefix(max(0, Int(plane_count)))) }
  }

  /// Exports memory to a program, with its own descriptors.
  init(_ exported: consuming ExportedFrame) throws(RendererError) {
    self.init()
    let layout = exported.memory.layout
    (width, height) = (Int32(layout.width), Int32(layout.height))
    fourcc = layout.fourcc
    modifier = layout.modifier ?? unknownModifier
    plane_count = Int32(layout.planes.count)
    withUnsafeMutableBytes(of: &planes) { bytes in
      let planes = bytes.bindMemory(to: mp_dmabuf_plane.self)
      for (index, plane) in layout.planes.prefix(planes.count).enumerated() {
        // The value closes its own when it goes.
        planes[index] = mp_dmabuf_plane(
          fd: fcntl(plane.descriptor, F_DUPFD_CLOEXEC, 0), offset: UInt32(clamping: plane.offset),
          stride: UInt32(clamping: plane.stride))
      }
    }
    fence = exported.fence ?? -1
    if planeList.contains(where: { $0.fd < 0 }) {
      mp_dmabuf_close(&self)
      throw .noDescriptor
    }
  }
}

extension DmaBufLayout {
  /// Imports the program's memory.
  init(_ dmabuf: mp_dmabuf) throws(RendererError) {
    guard (1...MP_DMABUF_PLANES).contains(dmabuf.plane_count) else { throw .planes(found: Int(dmabuf.plane_count)) }
    guard dmabuf.width > 0, dmabuf.height > 0 else {
      throw .size(function: "dma-buf", width: Int(dmabuf.width), height: Int(dmabuf.height))
    }
    self.init(
      width: Int(dmabuf.width), height: Int(dmabuf.height), fourcc: dmabuf.fourcc,
      modifier: dmabuf.modifier == unknownModifier ? nil : dmabuf.modifier,
      planes: dmabuf.planeList.map { .init(descriptor: $0.fd, offset: Int($0.offset), stride: Int($0.stride)) },
      video: nil)
  }
}
