import MultiplaneGL
import Testing

@testable import MultiplaneDisplays

/// What is read out of the kernel's bytes.
@Suite struct KernelDataTests {
  private func bytes(_ number: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
  }

  private func event(type: UInt64, tag: UInt64, seconds: UInt64, microseconds: UInt64) -> [UInt8] {
    bytes(type, 4) + bytes(32, 4) + bytes(tag, 8) + bytes(seconds, 4) + bytes(microseconds, 4) + bytes(7, 4)
      + bytes(0, 4)
  }

  @Test func flipsAreReadAndOtherEventsPassedOver() {
    let read = FlipEvent.parse(
      event(type: 1, tag: 5, seconds: 1, microseconds: 0)
        + event(type: 2, tag: 1 << 32 + 3, seconds: 12, microseconds: 250_000))
    #expect(read == [FlipEvent(tag: 1 << 32 + 3, time: 12.25, sequence: 7)])
  }

  @Test(arguments: [0, 4, 31])
  func eventsThatAreCutShortAreNone(count: Int) {
    #expect(FlipEvent.parse(event(type: 2, tag: 1, seconds: 1, microseconds: 0).prefix(count)).isEmpty)
  }

  /// Two formats, and a modifier that the second has.
  private var formatsBlob: [UInt8] {
    bytes(1, 4) + bytes(0, 4) + bytes(2, 4) + bytes(24, 4) + bytes(1, 4) + bytes(32, 4)
      + bytes(UInt64(FourCC.argb8888.rawValue), 4) + bytes(UInt64(FourCC.xrgb8888.rawValue), 4)
      + bytes(0b10, 8) + bytes(0, 4) + bytes(0, 4) + bytes(0x0100_0000_0000_0001, 8)
  }

  @Test func modifiersBelongToTheirFormats() {
    let formats = PlaneFormats(formats: [.argb8888], blob: formatsBlob)
    #expect(formats.modifiers[.argb8888] == [])
    #expect(formats.modifiers[.xrgb8888] == [PixelModifier(rawValue: 0x0100_0000_0000_0001)])
    #expect(formats.best == .xrgb8888)
  }

  @Test(arguments: [0, 10, 23, 30, 55])
  func aBlobThatIsCutShortLeavesTheFormats(count: Int) {
    let formats = PlaneFormats(formats: [.argb8888], blob: Array(formatsBlob.prefix(count)))
    #expect(formats.modifiers == [.argb8888: []])
    #expect(formats.best == .argb8888)
  }

  @Test func pixelCodesAreTheirLetters() {
    #expect(FourCC.xrgb8888.rawValue == 0x3432_5258)
    #expect("\(FourCC(rawValue: 0x3432_5258))" == "XR24")
  }

  @Test(arguments: [
    ("change@/devices/x\0ACTION=change\0SUBSYSTEM=drm\0HOTPLUG=1\0", true),
    ("add@/devices/y\0ACTION=add\0SUBSYSTEM=input\0", false), ("SUBSYSTEM=drm_dp_aux_dev\0", false), ("", false),
  ])
  func messagesAboutGraphicsAreTold(message: String, concerns: Bool) {
    #expect(HotPlugSocket.concernsGraphics(Array(message.utf8)) == concerns)
  }
}
