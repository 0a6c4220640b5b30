import Foundation
import MultiplaneDrawing
import Testing

@Suite struct DiffCommandTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  /// A grey picture whose pixel at (2, 1) has another red.
  private func picture(_ name: String, red: UInt8 = 100, width: Int = 4) throws -> String {
    var pixels = (0..<width * 3).flatMap { _ in [100, 100, 100, 255] as [UInt8] }
    pixels[(width + 2) * 4] = red
    try writeImage(premultipliedRGBA8: pixels, width: width, height: 3, to: folder.file(name))
    return folder.file(name)
  }

  @Test func equalPicturesGiveStatus0() throws {
    let result = try Command.run(["diff", picture("a.png"), picture("b.webp")])
    #expect(result.status == 0, "\(result.error)")
    #expect(result.error == "")
    #expect(result.outputLines.count == 2)
    #expect(result.outputLines.last?.hasSuffix("equal") == true)
  }

  @Test func differentPicturesGiveStatus1AndTheWorstPixels() throws {
    let result = try Command.run([
      "diff", picture("a.png", red: 110), picture("b.png"), "-o", folder.file("difference.png"),
    ])
    #expect(result.status == 1)
    #expect(result.error == "")
    let lines = result.outputLines
    try #require(lines.count == 3)
    // One of 12 pixels: 8.3333 %; 10/12 is 0.8333.
    #expect(
      lines[1].hasSuffix("      10      10   0.8333   8.3333 %   8.3333 %   8.3333 %   8.3333 %  different"),
      "\(lines[1])")
    #expect(lines[2] == "(2, 1) inside, off by 10: (110, 100, 100, 255), expected (100, 100, 100, 255)")
    let difference = try loadImage(path: folder.file("difference.png")).premultipliedRGBA8()
    #expect(Array(difference[24..<28]) == [160, 160, 160, 255])
    #expect(Array(difference[0..<4]) == [0, 0, 0, 255])
  }

  @Test func aNumberOfWorstPixelsCanBeChosen() throws {
    let result = try Command.run(["diff", picture("a.png", red: 110), picture("b.png"), "--worst", "0"])
    #expect(result.status == 1)
    #expect(result.outputLines.count == 2)
  }

  @Test func picturesOfTwoSizesAreOneLineAndStatus1() throws {
    let result = try Command.run(["diff", picture("a.png"), picture("b.png", width: 5)])
    expectFailure(result, status: 1, mentions: "4 x 3", "5 x 3", "b.png")
  }

  @Test func whatIsNoPictureIsOneLineAndStatus1() throws {
    let text = try folder.write("hello", to: "text.png")
    expectFailure(try Command.run(["diff", picture("a.png"), text]), status: 1, mentions: "text.png")
    expectFailure(try Command.run(["diff", folder.file("none.png"), text]), status: 1, mentions: "none.png")
  }

  /// One of 12 pixels is off by 10.
  @Test(arguments: [("10", 0, "alike"), ("9:8.4%", 0, "alike"), ("9:8.3%", 1, "different"), ("parity", 1, "different")])
  func aToleranceDecides(tolerance: String, status: Int32, verdict: String) throws {
    let result = try Command.run([
      "diff", picture("a.png", red: 110), picture("b.png"), "--worst", "0", "--tolerance", tolerance,
    ])
    #expect(result.status == status, "\(result.output)")
    #expect(result.outputLines.last?.contains("  \(verdict)") == true, "\(result.output)")
  }

  @Test func whatIsNoToleranceIsNotUnderstood() throws {
    let result = try Command.run(["diff", picture("a.png"), picture("b.png"), "--tolerance", "close"])
    expectFailure(result, status: 2, mentions: "--tolerance", "'close'", "parity")
  }

  @Test func machinesGetAnObject() throws {
    let (a, b) = (try picture("a.png", red: 110), try picture("b.png"))
    let result = try Command.run(["diff", a, b, "--json", "--worst", "1", "--tolerance", "9"])
    #expect(result.status == 1 && result.outputLines.count == 1, "\(result.output)\(result.error)")
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    let told = try #require(object)
    #expect(told["picture"] as? String == a && told["expected"] as? String == b)
    #expect(told["isAlike"] as? Bool == false && told["tolerance"] as? String == "9")
    #expect(told["breaches"] as? [String] == ["1 of 12 pixels differ by more than 9/255, 0 may"])
    #expect(told["largest"] as? Int == 10 && told["size"] as? [Int] == [4, 3])
    #expect((told["beyond"] as? [String: Double])?["8"] == 1.0 / 12)
    let worst = try #require((told["worst"] as? [[String: Any]])?.first)
    #expect(worst["x"] as? Int == 2 && worst["y"] as? Int == 1 && worst["actual"] as? [Int] == [110, 100, 100, 255])
  }
}
