import Glibc
import MultiplaneCDRM

// The calls that make memory and show it.

extension LibDRM {
  // MARK: Memory

  package func makeBlob(_ bytes: [UInt8]) throws(ModeSettingError) -> BlobName {
    var name: UInt32 = 0
    try check(drmModeCreatePropertyBlob(fileDescriptor, bytes, bytes.count, &name), .makeBlob)
    return BlobName(name)
  }

  package func destroyBlob(_ name: BlobName) throws(ModeSettingError) {
    try check(drmModeDestroyPropertyBlob(fileDescriptor, name.rawValue), .destroyBlob)
  }

  package func addFrameBuffer(_ layout: FrameBufferLayout) throws(ModeSettingError) -> ScanoutName {
    func four<Value>(_ empty: Value, _ value: (FrameBufferLayout.Part) -> Value) -> [Value] {
      (0..<4).map { $0 < layout.parts.count ? value(layout.parts[$0]) : empty }
    }
    let memories = four(0) { $0.memory.rawValue }
    let strides = four(0) { UInt32($0.stride) }
    let offsets = four(0) { UInt32($0.offset) }
    var name: UInt32 = 0
    let result: Int32
    if let modifier = layout.modifier {
      result = drmModeAddFB2WithModifiers(
        fileDescriptor, UInt32(layout.width), UInt32(layout.height), layout.format.rawValue, memories, strides, offsets,
        four(0) { _ in modifier.rawValue }, &name, UInt32(DRM_MODE_FB_MODIFIERS))
    } else {
      result = drmModeAddFB2(
        fileDescriptor, UInt32(layout.width), UInt32(layout.height), layout.format.rawValue, memories, strides, offsets,
        &name, 0)
    }
    try check(result, .addFrameBuffer)
    return ScanoutName(name)
  }

  package func removeFrameBuffer(_ name: ScanoutName) throws(ModeSettingError) {
    try check(drmModeRmFB(fileDescriptor, name.rawValue), .removeFrameBuffer)
  }

  package func makeDumbBuffer(width: Int, height: Int) throws(ModeSettingError) -> DumbBuffer {
    var memory: UInt32 = 0
    var stride: UInt32 = 0
    var size: UInt64 = 0
    try check(
      drmModeCreateDumbBuffer(fileDescriptor, UInt32(width), UInt32(height), 32, 0, &memory, &stride, &size),
      .makeDumbBuffer)
    var offset: UInt64 = 0
    let mapped = drmModeMapDumbBuffer(fileDescriptor, memory, &offset)
    let start =
      mapped < 0 ? MAP_FAILED : mmap(nil, Int(size), PROT_READ | PROT_WRITE, MAP_SHARED, fileDescriptor, Int(offset))
    guard let start, start != MAP_FAILED else {
      let error = SystemError.last()
      _ = drmModeDestroyDumbBuffer(fileDescriptor, memory)
      throw ModeSettingError(.makeDumbBuffer, error)
    }
    return DumbBuffer(
      memory: MemoryName(memory), stride: Int(stride),
      bytes: UnsafeMutableRawBufferPointer(start: start, count: Int(size)))
  }

  package func destroyDumbBuffer(_ buffer: DumbBuffer) throws(ModeSettingError) {
    munmap(buffer.bytes.baseAddress, buffer.bytes.count)
    try check(drmModeDestroyDumbBuffer(fileDescriptor, buffer.memory.rawValue), .destroyDumbBuffer)
  }

  package func importMemory(ofDmaBuf descriptor: Int32) throws(ModeSettingError) -> MemoryName {
    var memory: UInt32 = 0
    try check(drmPrimeFDToHandle(fileDescriptor, descriptor, &memory), .importMemory)
    return MemoryName(memory)
  }

  package func closeMemory(_ name: MemoryName) throws(ModeSettingError) {
    try check(drmCloseBufferHandle(fileDescriptor, name.rawValue), .closeMemory)
  }

  // MARK: Showing

  package func commit(_ request: AtomicRequest, flags: CommitFlags, tag: UInt64) throws(ModeSettingError) {
    guard let atomic = drmModeAtomicAlloc() else {
      throw ModeSettingError(.commit, SystemError(rawValue: ENOMEM))
    }
    defer { drmModeAtomicFree(atomic) }
    for change in request.changes {
      let count = drmModeAtomicAddProperty(atomic, change.owner, change.property.rawValue, change.value)
      try check(min(count, 0), .commit)
    }
    try check(
      drmModeAtomicCommit(fileDescriptor, atomic, flags.rawValue, UnsafeMutableRawPointer(bitPattern: UInt(tag))),
      .commit)
  }

  package func setController(
    _ name: ControllerName, frameBuffer: ScanoutName?, connectors: [ConnectorName], mode: DisplayMode?
  ) throws(ModeSettingError) {
    var names = connectors.map(\.rawValue)
    let buffer = frameBuffer?.rawValue ?? 0
    if var timings = mode?.timings {
      try check(
        drmModeSetCrtc(fileDescriptor, name.rawValue, buffer, 0, 0, &names, Int32(names.count), &timings),
        .setController)
    } else {
      try check(drmModeSetCrtc(fileDescriptor, name.rawValue, 0, 0, 0, nil, 0, nil), .setController)
    }
  }

  package func flip(_ name: ControllerName, to frameBuffer: ScanoutName, tag: UInt64) throws(ModeSettingError) {
    try check(
      drmModePageFlip(
        fileDescriptor, name.rawValue, frameBuffer.rawValue, UInt32(DRM_MODE_PAGE_FLIP_EVENT),
        UnsafeMutableRawPointer(bitPattern: UInt(tag))), .flip)
  }

  package func setProperty(
    _ property: PropertyName, of owner: PropertyOwner, to value: UInt64
  ) throws(ModeSettingError) {
    try check(
      drmModeObjectSetProperty(fileDescriptor, owner.rawValue, owner.kind, property.rawValue, value), .setProperty)
  }

  package func setCursor(_ name: ControllerName, image: MemoryName?, side: Int) throws(ModeSettingError) {
    let side = UInt32(image == nil ? 0 : side)
    try check(drmModeSetCursor(fileDescriptor, name.rawValue, image?.rawValue ?? 0, side, side), .setCursor)
  }

  package func moveCursor(_ name: ControllerName, x: Int, y: Int) throws(ModeSettingError) {
    try check(drmModeMoveCursor(fileDescriptor, name.rawValue, Int32(x), Int32(y)), .moveCursor)
  }
}
