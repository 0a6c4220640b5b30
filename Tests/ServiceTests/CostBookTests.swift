#if Service
  import MultiplaneSceneFile
  import Synchronization
  import TestTiers
  import Testing

  @testable import MultiplaneService

  @Suite struct CostBookTests {
    /// A client's scene, of a million pixels by default.
    private static func request(isVideo: Bool = false, size: String = "[1000, 1000]") throws -> PictureRequest {
      var options = PictureRequest.Options()
      if isVideo { (options.format, options.to, options.framesPerSecond) = (.mp4, 1, 10) }
      return try PictureRequest(.own(files: ["": Array("{\"size\": \(size)}".utf8)]), options, values: [:])
    }

    private static func reckoned(after measured: [Double], isVideo: Bool = false) throws -> Double {
      let (book, request) = (CostBook(), try request(isVideo: isVideo))
      for seconds in measured { book.learn(request, digest: "", seconds: seconds) }
      return book.reckon(request, digest: "")
    }

    @Test func theLastMeasurementsCount() throws {
      #expect(try Self.reckoned(after: [0.1]) == 0.1)
      #expect(try abs(Self.reckoned(after: [0.1, 0.2]) - 0.12) < 1e-9)
    }

    /// A machine that stood still while one of a kind was drawn, and a client whose scenes are
    /// dear, would else have all of the kind refused, of which none would then be measured.
    @Test(arguments: [false, true])
    func oneMeasurementDoesNotRefuseTheNext(isVideo: Bool) throws {
      let before = try Self.reckoned(after: [], isVideo: isVideo)
      let after = try Self.reckoned(after: [isVideo ? 29 : 10.5], isVideo: isVideo)
      #expect(after > before && after <= before * 8.0001)
      #expect(after < 10)
      #expect(try Self.reckoned(after: [1e-9], isVideo: isVideo) >= before / 8.0001)
    }

    /// What is refused is never measured again, so that a measurement is not to refuse.
    @Test(arguments: [false, true], [0.0001, 1000])
    func noMeasurementRefusesWhatTheModelDoesNot(isVideo: Bool, seconds: Double) throws {
      let (book, request) = (CostBook(), try Self.request(isVideo: isVideo))
      let before = book.least(request, digest: "")
      #expect(before == book.reckon(request, digest: ""))
      for _ in 0..<10 { book.learn(request, digest: "", seconds: seconds) }
      #expect(book.least(request, digest: "") == min(before, book.reckon(request, digest: "")))
      #expect((book.reckon(request, digest: "") > before) == (seconds == 1000))
    }

    /// Texts take seconds that neither pixels nor the estimate show.
    @Test func muchTextMayTakeLongUntilItsKindWasQuick() throws {
      func request(_ bytes: Int) throws -> PictureRequest {
        try PictureRequest(
          .own(files: ["": [UInt8](repeating: 0x20, count: bytes)]), PictureRequest.Options(),
          values: ["a": .string(String(repeating: "b", count: bytes))])
      }
      let (book, long) = (CostBook(), try request(10_000))
      #expect(try !book.mayTakeLong(request(8_000), digest: "") && book.mayTakeLong(long, digest: ""))
      #expect(try book.mayTakeLong(Self.request(isVideo: true), digest: ""))
      book.learn(long, digest: "", seconds: 0.01)
      #expect(!book.mayTakeLong(long, digest: ""))
      // The average is 0.068.
      book.learn(long, digest: "", seconds: 0.3)
      #expect(book.mayTakeLong(long, digest: ""))
    }

    @Test func whatIsReckonedGrowsWithPixelsAndFrames() throws {
      let book = CostBook()
      let small = book.reckon(try Self.request(size: "[10, 10]"), digest: "")
      let large = book.reckon(try Self.request(), digest: "")
      #expect(small < large / 10)
      #expect(try abs(book.reckon(Self.request(isVideo: true), digest: "") - 10 * large) < 1e-9)
      #expect(try book.reckon(Self.request(size: "0"), digest: "") == 0.1)
    }
  }

  @Suite(.ownTime) struct VideoEncodersTests {
    private struct None: Error {}

    @Test func itIsAskedOnceAndAgainAfterItWasForgotten() async throws {
      let count = Atomic(0)
      let encoders = VideoEncoders { format in
        "\(format.rawValue) \(count.add(1, ordering: .relaxed).newValue)"
      }
      let texts = try await withThrowingTaskGroup(of: String?.self) { group in
        for _ in 0..<20 { group.addTask { try await encoders.text(for: .mp4) } }
        var texts: Set<String?> = []
        for try await text in group { texts.insert(text) }
        return texts
      }
      #expect(texts == ["mp4 1"])
      #expect(try await encoders.text(for: .webm) == "webm 2")
      encoders.forget()
      #expect(try await encoders.text(for: .mp4) == "mp4 3")
    }

    @Test func thatThereIsNoneIsNotKept() async throws {
      let count = Atomic(0)
      let encoders = VideoEncoders { _ in
        guard count.add(1, ordering: .relaxed).newValue > 1 else { throw None() }
        return "one"
      }
      #expect(try await encoders.text(for: .mp4) == nil)
      #expect(try await encoders.text(for: .mp4) == "one")
    }
  }

  @Suite struct PictureKeyTests {
    private static func digest(_ files: [String: String]) throws -> String {
      try PictureRequest(
        .own(files: files.mapValues { Array($0.utf8) }), PictureRequest.Options(), values: [:]
      ).digest
    }

    /// Names of files are a client's to choose: none is to have the hash of others' files.
    @Test func namesWithLinesInThemAreNotOtherFiles() throws {
      let two = try Self.digest(["a": "1", "b": "2"])
      let hash = "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b"
      #expect(try Self.digest(["a\n\(hash)\nb": "2"]) != two)
      #expect(try Self.digest(["a\"\n\(hash)\n\"b": "2"]) != two)
    }

    /// Another one makes other bytes of the same frames.
    @Test func theKeysOfVideosKnowTheirEncoder() throws {
      func key(_ format: PictureRequest.Format, _ encoder: String?) throws -> String {
        var options = PictureRequest.Options()
        options.format = format
        if format.isVideo { options.to = 1 }
        return try PictureRequest(.own(files: [:]), options, values: [:])
          .key(digest: "", program: "", encoder: encoder)
      }
      #expect(try key(.mp4, "ffmpeg 1") != key(.mp4, "ffmpeg 2"))
      #expect(try key(.mp4, "ffmpeg 1") != key(.mp4, nil))
      #expect(try key(.mp4, "ffmpeg 1") == key(.mp4, "ffmpeg 1"))
      #expect(try key(.png, "ffmpeg 1") == key(.png, nil))
    }

    @Test func valuesAreNotTakenForFiles() throws {
      func key(_ values: [String: ParameterValue], _ files: [String: [UInt8]]) throws -> String {
        try PictureRequest(.own(files: [:]), PictureRequest.Options(), values: values, files: files)
          .key(digest: "", program: "")
      }
      #expect(try key(["a": .string("b")], [:]) != key([:], ["a": Array("b".utf8)]))
      #expect(try key(["a": .string("b\nc")], [:]) != key(["a": .string("b"), "c": .string("")], [:]))
    }
  }
#endif
