/// An arrow that the display puts over the frames of one output, so that moving it draws nothing.
package final class HardwareCursor {
  private let card: Card
  private let controller: ControllerName
  private let buffer: DumbBuffer

  /// Shows the arrow, at the top left until it is moved.
  ///
  /// - Throws: `DisplayError` if the card has no cursor.
  package init(on output: KMSOutput, of display: KMSDisplay) throws(DisplayError) {
    card = display.card
    controller = card.controllers[output.route.controller].name
    let side = card.cursorSide
    let (modeSetting, controller) = (card.modeSetting, controller)
    buffer = try onCard(card) { () throws(ModeSettingError) in
      let buffer = try modeSetting.makeDumbBuffer(width: side, height: side)
      Self.draw(into: buffer, side: side)
      do throws(ModeSettingError) {
        try modeSetting.setCursor(controller, image: buffer.memory, side: side)
      } catch {
        try? modeSetting.destroyDumbBuffer(buffer)
        throw error
      }
      return buffer
    }
  }

  /// Takes away the cursor that another program may have left on an output. Not every card has one.
  package static func hide(on output: KMSOutput, of display: KMSDisplay) {
    let card = display.card
    try? card.modeSetting.setCursor(card.controllers[output.route.controller].name, image: nil, side: 0)
  }

  deinit {
    try? card.modeSetting.setCursor(controller, image: nil, side: 0)
    try? card.modeSetting.destroyDumbBuffer(buffer)
  }

  /// Moves the arrow's tip to a pixel of the mode. What cannot be moved stays.
  package func move(x: Int, y: Int) {
    try? card.modeSetting.moveCursor(controller, x: x, y: y)
  }

  /// An arrow in premultiplied BGRA: its rows grow by a pixel down to the barb, white with a black
  /// edge.
  private static func draw(into buffer: DumbBuffer, side: Int) {
    for row in 0..<side {
      let line = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[(row * buffer.stride)...].prefix(side * 4))
      let pixels = line.bindMemory(to: UInt32.self)
      for column in 0..<side { pixels[column] = color(row: row, column: column) }
    }
  }

  private static func color(row: Int, column: Int) -> UInt32 {
    let (black, white): (UInt32, UInt32) = (0xff00_0000, 0xffff_ffff)
    // A right triangle above, whose lowest rows end at a slope of 45° the other way.
    let width = row < 16 ? row + 1 : 2 * (20 - row)
    guard row < 20, column < width else { return 0 }
    return column == 0 || column == width - 1 || row == 16 && column > 7 ? black : white
  }
}
