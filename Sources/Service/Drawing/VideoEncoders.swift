#if Service
  import Foundation
  import MultiplaneBatch
  import Synchronization

  /// The identity of `ffmpeg`, as part of what decides a video's bytes. It is determined on the
  /// first video of a format, and again after SIGHUP.
  final class VideoEncoders: Sendable {
    /// One probe at a time: concurrent callers wait for the same answer.
    private let asking = DispatchQueue(label: "encoders")
    private let ask: @Sendable (PictureRequest.Format) throws -> String
    private let state = Mutex(State())

    private struct State {
      /// In a line, by format.
      var texts: [PictureRequest.Format: String] = [:]
      /// How often all was forgotten.
      var age = 0
    }

    /// - Parameter ask: which program makes videos of a format, in a line; it may take its time.
    init(
      _ ask: @escaping @Sendable (PictureRequest.Format) throws -> String = { format in
        try EncoderIdentity(of: [format.rawValue]).text
      }
    ) { self.ask = ask }

    /// The encoder of a format, in one line; nil without one, which is tried again the next time.
    func text(for format: PictureRequest.Format) async throws -> String? {
      if let text = known(format) { return text }
      return try await BodyWork.on(asking) { [self] () -> String? in
        if let text = known(format) { return text }
        let age = state.withLock { $0.age }
        guard let text = try? ask(format) else { return nil }
        state.withLock { if $0.age == age { $0.texts[format] = text } }
        return text
      }
    }

    private func known(_ format: PictureRequest.Format) -> String? { state.withLock { $0.texts[format] } }

    /// Has it asked again: another one may have been installed.
    func forget() {
      state.withLock { state in
        state.texts = [:]
        state.age += 1
      }
    }
  }
#endif
