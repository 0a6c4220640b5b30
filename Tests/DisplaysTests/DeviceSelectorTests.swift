import MultiplaneDisplays
import Testing

@Suite struct DeviceSelectorTests {
  private static let routes: [DeviceRoute] = [.eglDevice(index: 0), .gbm(path: "/dev/dri/renderD128"), .surfaceless]

  @Test(arguments: [
    ("automatic", DeviceSelector.automatic),
    ("hardware", .hardware),
    ("software", .software),
    ("surfaceless", .route(.surfaceless)),
    ("egl:0", .route(.eglDevice(index: 0))),
    ("gbm:/dev/dri/renderD128", .route(.gbm(path: "/dev/dri/renderD128"))),
  ])
  func readsAndWritesTheSame(text: String, expected: DeviceSelector) throws {
    #expect(try DeviceSelector.parse(text, available: Self.routes) == expected)
    #expect(expected.description == text)
  }

  @Test func readsABareNode() throws {
    let selector = try DeviceSelector.parse("/dev/dri/card0", available: Self.routes)
    #expect(selector == .route(.gbm(path: "/dev/dri/card0")))
  }

  @Test(arguments: ["", "egl", "egl:", "egl:1", "egl:-1", "egl:x", "gbm:", "gbm:renderD128", "Software", "renderD128"])
  func otherTextsAreErrorsThatListWhatThereIs(text: String) {
    let error = #expect(throws: DisplayError.self) { try DeviceSelector.parse(text, available: Self.routes) }
    #expect(
      error?.description
        == "there is no device '\(text)': use software, hardware, or one of "
        + "egl:0, gbm:/dev/dri/renderD128, surfaceless")
  }
}
