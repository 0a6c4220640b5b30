import MultiplaneGL

/// What frames for a card are drawn with: the device, and memory that the card shows.
///
/// The card's own GPU draws if it has one; else another that shares its memory; else the picture is
/// copied. Or the CPU draws into memory that the card shows.
package final class ScanoutMemory {
  /// Nil where the CPU draws.
  package let device: MultiplaneGL.Device?
  /// Of the device.
  package let properties: DeviceProperties?
  private let card: Card
  private let route: DeviceRoute?
  /// The ways to make memory that were not refused yet, the best first.
  private var manners: [Manner]
  /// All ways.
  private let allManners: [Manner]

  private enum Manner: Equatable, CustomStringConvertible {
    case own(ScanoutLayout)
    case taken
    case copied
    case written

    var description: String {
      switch self {
      case .own(let layout): "\(layout) layout"
      case .taken: "another device's memory"
      case .copied: "copies by the CPU"
      case .written: "memory that the CPU writes"
      }
    }
  }

  private let gbm: GBMDevice?

  private init(card: Card, opened: OpenRoute, manners: [Manner]) {
    self.card = card
    device = opened.device
    gbm = opened.gbm
    route = opened.route
    properties = DeviceProperties(opened.device.capabilities, node: opened.node)
    self.manners = manners
    allManners = manners
  }

  /// - Throws: for a card without memory that the CPU can write.
  private init(writing card: Card) throws(DisplayError) {
    guard card.hasDumbBuffers else {
      throw .unsupported(
        device: card.path, what: "memory that the CPU can write (dumb buffers)", remedy: "use --renderer gl")
    }
    self.card = card
    (device, gbm, route, properties) = (nil, nil, nil, nil)
    (manners, allManners) = ([.written], [.written])
  }

  /// Takes memory of a card that the CPU draws into: no device is opened.
  package static func open(writing card: Card) throws(DisplayError) -> ScanoutMemory {
    try ScanoutMemory(writing: card)
  }

  /// Opens what draws for a card.
  ///
  /// - Parameters:
  ///   - selector: what the user wants to draw with; nil is the card itself, or a faster device if
  ///     the card has no GPU.
  ///   - ownsGPU: whether the card's node may be asked for memory; a simulated one has none.
  package static func open(
    card: Card, selector: DeviceSelector?, ownsGPU: Bool = true, debug: Bool = false
  ) throws(DisplayError) -> ScanoutMemory {
    var failures: [String] = []
    var own: ScanoutMemory?
    if selector == nil, ownsGPU {
      do throws(DisplayError) {
        own = try ownGPU(card, debug: debug)
      } catch {
        failures.append("\(error)")
      }
      if let own, own.properties?.isSoftware == false { return own }
    }
    // A card without a GPU shows what another one draws, if there is one.
    if selector == nil || selector == .hardware, card.takesSharedMemory, ownsGPU,
      let taken = try? otherGPU(card, debug: debug)
    {
      return taken
    }
    if let own {
      // Another device was tried meanwhile.
      try onDevice(card.path) { () throws(GLError) in try own.device?.context.makeCurrent() }
      return own
    }
    guard card.hasDumbBuffers else {
      throw .noDevice(wanted: "able to draw for \(card.path)", failures: failures)
    }
    return try copying(card, selector: selector ?? .automatic, debug: debug)
  }

  /// The card's own GPU, or Mesa's CPU renderer with the card's memory.
  private static func ownGPU(_ card: Card, debug: Bool) throws(DisplayError) -> ScanoutMemory {
    let opened = try OpenRoute(drawingOn: card, debug: debug)
    let layouts = ScanoutLayout.allCases.filter { $0 != .named || card.takesModifiers }
    let memory = ScanoutMemory(card: card, opened: opened, manners: layouts.map { .own($0) } + copies(card))
    if let gbm = opened.gbm {
      _ = try GBMBuffer(showing: gbm, width: 64, height: 64, format: .xrgb8888, layout: .implicit, modifiers: [])
    }
    return memory
  }

  /// The first render node that draws in hardware.
  private static func otherGPU(_ card: Card, debug: Bool) throws(DisplayError) -> ScanoutMemory? {
    for route in DeviceRoute.all() {
      guard case .gbm(let path) = route, path.contains("renderD"), let opened = try? OpenRoute(route, debug: debug),
        !opened.device.capabilities.isSoftware
      else { continue }
      return ScanoutMemory(card: card, opened: opened, manners: [.taken] + copies(card))
    }
    return nil
  }

  /// Whatever draws; its pictures are copied.
  private static func copying(
    _ card: Card, selector: DeviceSelector, debug: Bool
  ) throws(DisplayError) -> ScanoutMemory {
    let display = try OffscreenDisplay.open(selector, debug: debug)
    let opened = try OpenRoute(display.route, debug: debug)
    let shares = opened.gbm != nil && card.takesSharedMemory && !display.properties.isSoftware
    return ScanoutMemory(card: card, opened: opened, manners: (shares ? [.taken] : []) + [.copied])
  }

  private static func copies(_ card: Card) -> [Manner] { card.hasDumbBuffers ? [.copied] : [] }

  /// How memory is made now, for the log.
  package var manner: String { manners.first.map { "\($0)" } ?? "nothing" }

  /// Goes over to the next way of making memory, after the display refused that of this one.
  ///
  /// - Returns: whether there is one.
  func degrade() -> Bool {
    guard manners.count > 1 else { return false }
    manners.removeFirst()
    return true
  }

  /// What messages call what draws.
  private var name: String { route.map { "\($0)" } ?? card.path }

  /// Tries all ways again.
  func startOver() { manners = allManners }

  /// Makes memory for a frame, in the best way that works.
  func makeBuffer(width: Int, height: Int, formats: PlaneFormats) throws(DisplayError) -> ScanoutBuffer {
    try onDevice(name) { () throws(GLError) in try device?.context.makeCurrent() }
    while true {
      let manner = manners.first ?? .copied
      do throws(DisplayError) {
        return try makeBuffer(manner, width: width, height: height, formats: formats)
      } catch {
        // A lost card or context fails in any way: what works is not given up for that.
        if error.isLoss || device?.isContextLost == true { throw error }
        guard degrade() else { throw error }
      }
    }
  }

  private func makeBuffer(
    _ manner: Manner, width: Int, height: Int, formats: PlaneFormats
  ) throws(DisplayError) -> ScanoutBuffer {
    let format = formats.best
    switch manner {
    case .own(let layout):
      guard let gbm else { throw .notADevice(path: card.path) }
      let buffer = try GBMBuffer(
        showing: gbm, width: width, height: height, format: format, layout: layout,
        modifiers: formats.modifiers[format] ?? [])
      return try makeBuffer(
        .own(buffer), layout: buffer.layout(namesModifier: layout == .named), surface: try surface(of: buffer))
    case .taken:
      guard let gbm else { throw .notADevice(path: card.path) }
      let buffer = try GBMBuffer(
        showing: gbm, width: width, height: height, format: format, layout: .linear, modifiers: [])
      let surface = try surface(of: buffer)
      let dmaBuf = try buffer.exportDmaBuf()
      let memory = try importMemory(ofDmaBuf: dmaBuf.descriptor)
      let layout = FrameBufferLayout(
        width: width, height: height, format: format, modifier: card.takesModifiers ? .linear : nil,
        parts: [.init(memory: memory, stride: dmaBuf.stride, offset: dmaBuf.offset)])
      return try makeBuffer(.taken(buffer, memory), layout: layout, surface: surface)
    case .copied, .written:
      let surface = try onDevice(name) { () throws(GLError) in
        try manner == .written ? nil : device?.makeSurface(width: width, height: height, label: "frame")
      }
      let dumb = try onCard(card) { () throws(ModeSettingError) in
        try card.modeSetting.makeDumbBuffer(width: width, height: height)
      }
      let layout = FrameBufferLayout(
        width: width, height: height, format: format, modifier: nil,
        parts: [.init(memory: dumb.memory, stride: dumb.stride, offset: 0)])
      return try makeBuffer(.dumb(dumb, format: format), layout: layout, surface: surface)
    }
  }

  /// Has the card take in another device's memory.
  private func importMemory(ofDmaBuf descriptor: Int32) throws(DisplayError) -> MemoryName {
    do throws(ModeSettingError) {
      return try card.modeSetting.importMemory(ofDmaBuf: descriptor)
    } catch {
      // `ENODEV` is also what drivers say that take in none (virtio-gpu); a card that is gone says
      // it to every call.
      guard error.error.isLoss, (try? card.modeSetting.resources()) != nil else {
        throw DisplayError(error, on: card.path)
      }
      throw .unsupported(device: card.path, what: "use for another device's memory", remedy: "frames are copied")
    }
  }

  private func surface(of buffer: GBMBuffer) throws(DisplayError) -> Surface {
    guard let device else { throw .notADevice(path: card.path) }
    let image = try buffer.share(with: device)
    return try onDevice(name) { () throws(GLError) in try device.makeSurface(image: image, label: "frame") }
  }

  private func makeBuffer(
    _ memory: ScanoutBuffer.Memory, layout: FrameBufferLayout, surface: Surface?
  ) throws(DisplayError) -> ScanoutBuffer {
    try onCard(card) { () throws(ModeSettingError) in
      try ScanoutBuffer(memory, layout: layout, surface: surface, card: card)
    }
  }
}

/// Runs calls on a card, and says on which one they failed.
func onCard<Result>(_ card: Card, _ body: () throws(ModeSettingError) -> Result) throws(DisplayError) -> Result {
  do throws(ModeSettingError) {
    return try body()
  } catch {
    throw DisplayError(error, on: card.path)
  }
}
