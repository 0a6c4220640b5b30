import MultiplaneVideo
import Testing

@testable import MultiplaneBatch

/// How jobs are cut: whole groups, each frame once, and the work spread evenly.
@Suite struct JobCutTests {
  @Test(arguments: [1, 7, 59, 60, 61, 1000], [1, 2, 25, 60])
  func everyFrameIsInOneChunk(frames: Int, group: Int) {
    let cut = JobCut(frames: frames, group: group)
    for size in [JobCut.Size.seconds(0.001), .seconds(3), .seconds(1e9), .frames(1), .frames(13), .frames(5000)] {
      let chunks = cut.chunks(of: size, costs: cut.samples.map { Double($0 % 5 + 1) }, encoding: 0.1)
      #expect(chunks.flatMap { Array($0.frames) } == Array(0..<frames), "\(size)")
      #expect(chunks.allSatisfy { $0.frames.lowerBound % cut.group == 0 && !$0.frames.isEmpty }, "\(size)")
      let total = chunks.reduce(0) { $0 + $1.seconds }
      #expect(
        abs(
          total - cut.chunks(of: .seconds(1e9), costs: cut.samples.map { Double($0 % 5 + 1) }, encoding: 0.1)[0].seconds
        ) < 1e-6 * total)
    }
  }

  @Test func aJobIsReckonedAtTheFirstFramesOfItsGroups() {
    #expect(JobCut(frames: 10, group: 3).samples == [0, 3, 6, 9])
    let many = JobCut(frames: 100_000, group: 10).samples
    #expect(many.count == 64 && many[0] == 0 && many[63] == 98_430 && many.allSatisfy { $0 % 10 == 0 })
  }

  /// The second half costs ten times the first.
  @Test func chunksHaveTheSameWork() throws {
    let cut = JobCut(frames: 12_000, group: 60)
    let costs = cut.samples.map { $0 < 6000 ? 0.01 : 0.1 }
    let seconds = cut.chunks(of: .seconds(30), costs: costs, encoding: 0).map(\.seconds).sorted()
    #expect(seconds.count == 22)
    #expect(seconds[seconds.count - 1] < 1.5 * seconds[seconds.count / 2], "\(seconds)")
    #expect(seconds[0] > 0.5 * seconds[seconds.count / 2], "\(seconds)")
  }

  @Test(arguments: [("25", 50), ("30000/1001", 60), ("0.1", 1), ("1000", 2000)])
  func groupsAreTwoSeconds(rate: String, frames: Int) throws {
    #expect(JobCut(frames: 100_000, rate: try #require(FrameRate(text: rate)), groupSeconds: 2).group == frames)
  }
}
