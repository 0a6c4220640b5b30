import Foundation
import Testing

@Suite struct DevicesCommandTests {
  private struct Device: Decodable {
    let device: String
    let works: Bool
    let isDefault: Bool
    let error: String?
    let renderer: String?
    let version: String?
    let maxTextureSize: Int?
  }

  @Test func linesNameEveryWay() throws {
    let result = try Command.run(["devices"])
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("surfaceless"))
    #expect(result.outputLines.last?.hasPrefix("the default is ") == true)
  }

  @Test func jsonSaysOfEachWhetherItWorksOrWhyNot() throws {
    let result = try Command.run(["devices", "--json"])
    #expect(result.status == 0)
    let devices = try JSONDecoder().decode([Device].self, from: Data(result.output.utf8))
    #expect(devices.contains { $0.device == "surfaceless" })
    #expect(devices.filter(\.isDefault).count == 1)
    for device in devices {
      #expect(device.works == (device.error == nil), "\(device.device)")
      #expect(device.works == (device.renderer != nil && device.version != nil), "\(device.device)")
      #expect(!device.works || (device.maxTextureSize ?? 0) >= 2048, "\(device.device)")
    }
  }
}
