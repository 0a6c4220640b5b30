#if Service
  import Synchronization

  /// The time of drawings in seconds: measured with the last ones of their kind; before that,
  /// estimated from the template or the pixels.
  final class CostBook: Sendable {
    private let seconds = Mutex<[String: Double]>([:])

    /// Kinds that are remembered.
    private static let most = 4096
    /// The weight of a new measurement in the average.
    private static let weight = 0.2
    /// Seconds a pixel, of a core of a server of 2023: of a picture with a few layers and text, and
    /// of its file.
    private static let drawingPerPixel = 30e-9
    private static let encodingPerPixel = 20e-9
    /// Seconds of each frame, however small: the order, the values of parameters, layers that move.
    private static let perFrame = 0.8e-3
    /// Seconds of a scene of which nothing is known.
    private static let unknown = 0.1
    /// How far a measurement may differ from the estimate: for a machine that stood still for a
    /// while, and a client whose scenes are dear, others do not wait long.
    private static let trust = 8.0
    /// Seconds above which drawings of a kind take long: as much as may wait for each worker by
    /// default.
    private static let long = 0.05
    /// Bytes of text that may take seconds: some lay out 10,000 times slower than others.
    private static let longText = 16 << 10

    /// Seconds that a request is thought to take.
    func reckon(_ request: PictureRequest, digest: String) -> Double {
      if let known = seconds.withLock({ $0[Self.kind(of: request, digest)] }) {
        let frame = Self.frame(of: request)
        return min(max(known, frame / Self.trust), frame * Self.trust) * Self.frames(of: request)
      }
      return Self.model(request)
    }

    /// Seconds without which a request is not worth trying: the measured time only where it is
    /// below the estimate. A measurement that had all of its kind refused would never be followed
    /// by another.
    func least(_ request: PictureRequest, digest: String) -> Double {
      min(Self.model(request), reckon(request, digest: digest))
    }

    /// Seconds of a request, of whose kind nothing was measured.
    private static func model(_ request: PictureRequest) -> Double {
      reading(request) + frame(of: request) * frames(of: request)
    }

    /// Whether a drawing may take seconds, whatever its estimate is: a video, and much text that
    /// comes with a request, unless its kind was quick.
    func mayTakeLong(_ request: PictureRequest, digest: String) -> Bool {
      guard !request.format.isVideo else { return true }
      guard request.textBytes > Self.longText else { return false }
      return seconds.withLock { $0[Self.kind(of: request, digest)] ?? .infinity } > Self.long
    }

    /// Estimated seconds of a frame.
    private static func frame(of request: PictureRequest) -> Double {
      guard let pixels = request.pixels else { return unknown }
      var drawing = pixels * drawingPerPixel
      if case .template(let template) = request.scene, let reckoned = template.reckoned {
        drawing = reckoned * pixels / template.pixels
      }
      return perFrame + drawing + pixels * encodingPerPixel
    }

    /// Seconds to read a template, which a worker does before its first picture of it.
    private static func reading(_ request: PictureRequest) -> Double {
      if case .template(let template) = request.scene { template.reading } else { 0 }
    }

    func learn(_ request: PictureRequest, digest: String, seconds took: Double) {
      let kind = Self.kind(of: request, digest)
      let each = took / Self.frames(of: request)
      seconds.withLock { seconds in
        if let known = seconds[kind] {
          seconds[kind] = known + Self.weight * (each - known)
        } else {
          // Any half: a client that makes up kinds does not make all others forgotten.
          if seconds.count >= Self.most { for kind in seconds.keys.prefix(Self.most / 2) { seconds[kind] = nil } }
          seconds[kind] = each
        }
      }
    }

    private static func frames(of request: PictureRequest) -> Double {
      request.video.map { max(1, (($0.end - (request.time ?? 0)) * $0.framesPerSecond).rounded()) } ?? 1
    }

    /// Scenes of requests are known by their length and their pixels alone, each to a power of two,
    /// and templates by the length of long values, too.
    private static func kind(of request: PictureRequest, _ digest: String) -> String {
      switch request.scene {
      case .template:
        let bytes = request.textBytes > longText ? magnitude(request.textBytes) : 0
        return "\(digest) \(request.scale ?? 0) \(request.format.rawValue) \(bytes)"
      case .own:
        return "own \(magnitude(request.byteCount)) \(magnitude(Int(request.pixels ?? 0))) \(request.format.rawValue)"
      }
    }

    private static func magnitude(_ number: Int) -> Int { Int.bitWidth - number.leadingZeroBitCount }
  }
#endif
