#if Service
  import Synchronization

  /// What drawings take, in seconds: as measured with the last ones of their kind; before that, by their pixels.
  final class CostBook: Sendable {
    private let seconds = Mutex<[String: Double]>([:])

    /// Kinds that are remembered.
    private static let most = 4096
    /// How much a new measurement counts against those before.
    private static let weight = 0.2
    /// Of a picture with a few layers and text, as a core of 2020 draws and encodes it: 50 ns a pixel, and what any takes.
    private static let perPixel = 50e-9
    private static let base = 0.005

    /// Seconds that a request is thought to take.
    func reckon(_ request: PictureRequest, digest: String) -> Double {
      if let known = seconds.withLock({ $0[Self.kind(of: request, digest)] }) {
        return known * Self.frames(of: request)
      }
      guard case .template(let template) = request.scene else {
        return 0.1 * Self.frames(of: request)
      }
      let enlargement = (request.scale ?? template.scale) / template.scale
      return (Self.base + template.pixels * enlargement * enlargement * Self.perPixel)
        * Self.frames(of: request)
    }

    func learn(_ request: PictureRequest, digest: String, seconds took: Double) {
      let kind = Self.kind(of: request, digest)
      let each = took / Self.frames(of: request)
      seconds.withLock { seconds in
        if let known = seconds[kind] {
          seconds[kind] = known + Self.weight * (each - known)
        } else {
          if seconds.count >= Self.most { seconds.removeAll() }
          seconds[kind] = each
        }
      }
    }

    private static func frames(of request: PictureRequest) -> Double {
      request.video.map { max(1, (($0.end - request.time) * $0.framesPerSecond).rounded()) } ?? 1
    }

    /// Scenes of requests are known by their length alone, to a power of two.
    private static func kind(of request: PictureRequest, _ digest: String) -> String {
      switch request.scene {
      case .template: return "\(digest) \(request.scale ?? 0) \(request.format.rawValue)"
      case .own:
        return
          "own \(Int.bitWidth - request.byteCount.leadingZeroBitCount) \(request.format.rawValue)"
      }
    }
  }
#endif
