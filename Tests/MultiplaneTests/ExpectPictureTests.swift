import Foundation
import Multiplane
import Synchronization
import Testing

@testable import MultiplaneTesting

@Suite struct ExpectPictureTests {
  private func badge(_ red: CGFloat) -> CALayer {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 24, height: 16)
    layer.cornerRadius = 6
    layer.backgroundColor = CGColor(red: red, green: 0.2, blue: 0.3, alpha: 1)
    return layer
  }

  @Test func aBadge() {
    #expect(expectPicture(of: badge(0.9), scale: 2))
  }

  @Test func anotherColourIsAnIssue() {
    withKnownIssue {
      expectPicture(of: badge(0.4), scale: 2, function: "aBadge()")
    } matching: { issue in
      "\(issue)".contains("pixels differ by more than 1/255")
    }
  }

  @Test func aMissingPictureIsAnIssue() {
    withKnownIssue {
      expectPicture(of: badge(0.9), named: "never kept")
    } matching: { issue in
      "\(issue)".contains("MULTIPLANE_RECORD=missing")
    }
  }

  @Test(
    arguments: [
      (["Cards"], "badge()", nil, "badge"), (["Light"], "badge()", nil, "Light.badge"), ([], "badge()", nil, "badge"),
      (["Cards", "Dark"], "badge(_:)", "big", "Dark.badge-big"), (["Light", "Dark"], "a/b()", nil, "Light.Dark.a_b"),
    ] as [([String], String, String?, String)])
  func aNameHasItsSuites(suites: [String], function: String, name: String?, expected: String) {
    let picture = TestedPicture(
      #_sourceLocation, "/tests/Cards.swift", function: function, name, .parity, suites: suites)
    #expect(picture.path == "/tests/Pictures/Cards/\(expected).png")
  }

  /// Pictures of one name in a folder of their own; the lines of the issues.
  private func expecting(_ reds: [CGFloat], in folder: String, _ recording: Recording?) -> [String] {
    let lines = Mutex<[String]>([])
    for red in reds {
      withKnownIssue(isIntermittent: true) {
        let picture = TestedPicture(
          #_sourceLocation, folder + "/Cards.swift", function: "badge()", nil, .parity, suites: ["Light"],
          recording: recording)
        #expect(picture.expect { try LayerImageRenderer(.cpu).image(of: badge(red)) } == true)
      } matching: { issue in
        if "\(issue)".contains("Cards/Light.badge.png") { lines.withLock { $0.append("\(issue)") } }
        return true
      }
    }
    return lines.withLock { $0 }
  }

  /// Tests, calls or cases of one name are told, and do not overwrite one another's picture.
  @Test(arguments: [Recording.all, .missing]) func twoPicturesOfOneNameAreAnIssue(recording: Recording) throws {
    let folder = NSTemporaryDirectory() + "multiplane-pictures-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(expecting([0.9, 0.9], in: folder, recording).isEmpty)
    let first = try Data(contentsOf: URL(fileURLWithPath: folder + "/Pictures/Cards/Light.badge.png"))
    let second = expecting([0.2], in: folder, recording)
    #expect(second.count == 1 && second[0].contains("badge() at ExpectPictureTests.swift:"), "\(second)")
    #expect(second.first?.contains("has another picture of this name: give each its own with named:") == true)
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder + "/Pictures/Cards/Light.badge.png")) == first)
    #expect(expecting([0.9], in: folder, nil).isEmpty)
    #expect(expecting([0.2], in: folder, nil).first?.contains("give each its own with named:") == true)
  }
}
