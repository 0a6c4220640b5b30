import MultiplaneCDRM
import MultiplaneCGBM
import MultiplaneGL

/// How the memory of a frame is laid out, from what is quickest to what every display takes.
enum ScanoutLayout: CaseIterable {
  /// One of those that the plane names.
  case named
  /// The driver's own choice.
  case implicit
  /// Row after row.
  case linear
}

extension GBMBuffer {
  /// Allocates memory that is drawn into and shown.
  ///
  /// - Parameters:
  ///   - layout: `named` needs modifiers.
  ///   - modifiers: those that the plane takes for the format.
  convenience init(
    showing device: GBMDevice, width: Int, height: Int, format: FourCC, layout: ScanoutLayout,
    modifiers: [PixelModifier]
  ) throws(DisplayError) {
    let usage = GBM_BO_USE_RENDERING.rawValue | GBM_BO_USE_SCANOUT.rawValue
    let (width32, height32) = (UInt32(width), UInt32(height))
    let handle: OpaquePointer?
    switch layout {
    case .named:
      let known = modifiers.map(\.rawValue)
      handle = gbm_bo_create_with_modifiers2(
        device.handle, width32, height32, format.rawValue, known, UInt32(known.count), usage)
    case .implicit: handle = gbm_bo_create(device.handle, width32, height32, format.rawValue, usage)
    case .linear:
      handle = gbm_bo_create(
        device.handle, width32, height32, format.rawValue, usage | GBM_BO_USE_LINEAR.rawValue)
    }
    guard let handle else {
      throw .buffer(
        device: device.path, call: "gbm_bo_create(\(width)x\(height), \(format), \(layout))", error: .last(),
        remedy: "free memory, choose a smaller --mode, or draw on another --device")
    }
    self.init(handle: handle, device: device, width: width, height: height, format: format)
  }

  /// How the memory lies, under the numbers of the card that it was allocated on.
  ///
  /// - Parameter namesModifier: whether the layout is named; otherwise the driver knows it from the
  ///   memory.
  func layout(namesModifier: Bool) -> FrameBufferLayout {
    let modifier = PixelModifier(rawValue: gbm_bo_get_modifier(handle))
    let count = namesModifier ? max(1, min(4, Int(gbm_bo_get_plane_count(handle)))) : 1
    return FrameBufferLayout(
      width: width, height: height, format: format,
      modifier: namesModifier && modifier != .implicit ? modifier : nil,
      parts: (0..<Int32(count)).map { plane in
        FrameBufferLayout.Part(
          memory: MemoryName(gbm_bo_get_handle_for_plane(handle, plane).u32),
          stride: Int(gbm_bo_get_stride_for_plane(handle, plane)), offset: Int(gbm_bo_get_offset(handle, plane)))
      })
  }
}
