import Foundation
import MultiplaneDisplays
import Testing

@Suite struct DeviceProbeTests {
  @Test func surfacelessWorks() throws {
    let report = try #require(DeviceProbe.reports(routes: [.surfaceless]).first)
    let properties = try #require(report.properties, "\(report)")
    #expect(properties.version.hasPrefix("OpenGL ES 3."))
    #expect(properties.maxTextureSize >= 2048)
    #expect(report.description.hasPrefix("surfaceless: "))
  }

  @Test func everyRouteIsReportedInOrder() {
    let routes = DeviceRoute.all()
    let reports = DeviceProbe.reports()
    #expect(reports.map(\.route) == routes)
    #expect(reports.allSatisfy { !$0.description.contains("\n") })
  }

  @Test func missingNodeSaysWhatToDo() throws {
    let report = try #require(DeviceProbe.reports(routes: [.gbm(path: "/dev/dri/renderD999")]).first)
    #expect(!report.isWorking)
    #expect(report.description.contains("/dev/dri/renderD999: open failed with ENOENT: "))
    #expect(report.description.contains("kernel driver"))
  }

  @Test func filesThatAreNoDevicesAreErrors() throws {
    let folder = FileManager.default.temporaryDirectory
    let file = folder.appendingPathComponent("file-\(UUID().uuidString)").path
    let pipe = folder.appendingPathComponent("pipe-\(UUID().uuidString)").path
    defer { for path in [file, pipe] { try? FileManager.default.removeItem(atPath: path) } }
    #expect(FileManager.default.createFile(atPath: file, contents: Data()))
    #expect(mkfifo(pipe, 0o600) == 0)
    for path in [file, pipe, "/dev/null"] {
      let report = DeviceProbe.reports(routes: [.gbm(path: path)])
      #expect(
        report.map(\.outcome) == [.failing(.notADevice(path: path))], "a pipe without a writer must not block")
    }
  }

  @Test func unknownEGLDeviceIsAnError() throws {
    let report = try #require(DeviceProbe.reports(routes: [.eglDevice(index: 99)]).first)
    #expect(report.description.contains("egl:99") && !report.isWorking)
  }

  @Test func probingAgainGivesTheSame() {
    #expect(DeviceProbe.reports() == DeviceProbe.reports())
  }
}
