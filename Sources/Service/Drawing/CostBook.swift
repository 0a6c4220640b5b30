#if Service
  import Synchronization

  /// What drawings take, in seconds: as measured with the last ones of their kind; before that, as reckoned from the template, or from the pixels.
  final class CostBook: Sendable {
    private let seconds = Mutex<[String: Double]>([:])

    /// Kinds that are remembered.
    private static let most = 4096
    /// How much a new measurement counts against those before.
    private static let weight = 0.2
    /// Seconds a pixel, of a core of a server of 2023: of a picture with a few layers and text, and of its file.
    private static let drawingPerPixel = 30e-9
    private static let encodingPerPixel = 20e-9
    /// Seconds of a scene of which nothing is known.
    private static let unknown = 0.1

    /// Seconds that a request is thought to take.
    func reckon(_ request: PictureRequest, digest: String) -> Double {
      if let known = seconds.withLock({ $0[Self.kind(of: request, digest)] }) {
        return known * Self.frames(of: request)
      }
      guard let pixels = request.pixels else { return Self.unknown * Self.frames(of: request) }
      var drawing = pixels * Self.drawingPerPixel
      if case .template(let template) = request.scene, let reckoned = template.reckoned {
        drawing = reckoned * pixels / template.pixels
      }
      return (drawing + pixels * Self.encodingPerPixel) * Self.frames(of: request)
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
      request.video.map { max(1, (($0.end - request.time) * $0.framesPerSecond).rounded()) } ?? 1
    }

    /// Scenes of requests are known by their length and their pixels alone, each to a power of two.
    private static func kind(of request: PictureRequest, _ digest: String) -> String {
      switch request.scene {
      case .template: return "\(digest) \(request.scale ?? 0) \(request.format.rawValue)"
      case .own:
        return "own \(magnitude(request.byteCount)) \(magnitude(Int(request.pixels ?? 0))) \(request.format.rawValue)"
      }
    }

    private static func magnitude(_ number: Int) -> Int { Int.bitWidth - number.leadingZeroBitCount }
  }
#endif
