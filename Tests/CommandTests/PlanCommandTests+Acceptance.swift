import Foundation
import Testing

/// What `plan` and `chunk` accept only on request.
extension PlanCommandTests {
  /// `plan` draws the first still of a scene, `chunk` those of other rows.
  @Test func blankPicturesAreRefusedUnlessThePlanAllowsThem() throws {
    let scene = try folder.write(
      """
      {"version": 1, "size": [4, 4], "root": {"sublayers": [
        {"name": "card", "frame": [0, 0, 4, 4], "backgroundColor": "#00f", "animations": {"in": {
          "class": "CABasicAnimation", "keyPath": "opacity", "fromValue": 0, "duration": 1, "beginTime": 1,
          "fillMode": "both"}}}]}}
      """, to: "late.json")
    func row(_ id: String, time: Double) -> String {
      "{\"id\": \"\(id)\", \"scene\": \"\(scene)\", \"output\": \"\(id).png\", \"time\": \(time)}\n"
    }
    let refused = try plan(row("a", time: 0), to: "none")
    expectFailure(
      refused, status: 1, mentions: "jobs.jsonl: line 1: a: ",
      "nothing is visible at 0 s; \"card\" appears from 1.05 s",
      "--allow-blank")
    let mixed = row("a", time: 2) + row("b", time: 0)
    #expect(try plan(mixed).status == 0)
    #expect(try chunk(0).status == 0)
    let joined = try join()
    #expect(joined.status == 1 && joined.error.contains("b: ") && joined.error.contains("nothing is visible at 0 s"))
    // The same store, where the other plan's chunk has another key.
    #expect(try plan(mixed, to: "allowing", "--allow-blank").status == 0)
    #expect(try chunk(0, "allowing").status == 0)
    let allowed = try join("allowing", to: "all")
    #expect(allowed.status == 0, "\(allowed.error)")
    #expect(FileManager.default.fileExists(atPath: folder.file("all/b.png")))
    // Frames of a sequence may be blank.
    let frames =
      "{\"id\": \"s\", \"scene\": \"\(scene)\", \"output\": \"s/%02d.png\", \"to\": 0.2, \"fps\": 10}\n"
    #expect(try plan(frames, to: "frames").status == 0)
    #expect(try chunk(0, "frames").status == 0 && join("frames", to: "sequence").status == 0)
  }

  @Test func warningsAreRefusedUnlessThePlanAllowsThem() throws {
    _ = try folder.write(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><rect width="4" height="4" fill="red"/>
      <image href="other.png" width="2" height="2"/></svg>
      """, to: "mark.svg")
    let scene = try folder.write(
      #"{"version": 1, "size": [4, 4], "images": {"mark": "mark.svg"}, "root": {"frame": [0, 0, 4, 4], "contents": "mark"}}"#,
      to: "mark.json")
    let jobs = "{\"id\": \"a\", \"scene\": \"\(scene)\", \"output\": \"a.png\"}\n"
    expectFailure(try plan(jobs), status: 1, mentions: "line 1: a: ", "other.png")
    let planned = try plan(jobs, "--allow-warnings")
    #expect(planned.status == 0 && planned.error.contains("warning: a: images.mark: "), "\(planned.error)")
    let drawn = try chunk(0)
    #expect(drawn.status == 0 && drawn.error.contains("warning: a: "), "\(drawn.error)")
    #expect(try join().status == 0)
  }
}
