#if Service
  /// A request to a worker. The files behind the message are those of the scene, if they come
  /// along, and then those of the request.
  struct DrawingOrder: Codable, Sendable {
    /// The hash of the scene and of its files.
    var scene: String
    /// Whether the worker should remember the scene: that of a template.
    var isTemplate: Bool
    /// The names of the scene's files that come along; empty where the worker is thought to know
    /// it. The scene itself has no name.
    var sceneFiles: [String] = []
    /// The names of the files that values of parameters name.
    var requestFiles: [String] = []
    /// Values of parameters: an object of JSON.
    var parameters: String
    /// Seconds; nil for the scene's poster time.
    var time: Double?
    /// Pixels per point; nil for the scene's own.
    var scale: Double?
    /// png, jpg or webp; mp4 or webm.
    var format: String
    /// For videos: seconds, and frames per second.
    var end: Double?
    var framesPerSecond: Double?
  }

  /// A worker's answer. A picture is the file behind the message; a video comes in several
  /// messages.
  struct DrawingAnswer: Codable, Sendable {
    /// Why there is no picture.
    struct Failure: Codable, Sendable {
      /// An HTTP status.
      var status: Int
      var code: String
      var detail: String
      var place: String?
    }

    var failure: Failure?
    /// Whether the scene's files have to come along.
    var needsFiles = false
    /// The warning about the picture; nil for none.
    var warning: String?
    /// That drawing took.
    var seconds = 0.0
    /// The hash of the system's fonts, once the worker has read them.
    var fonts: String?
    /// Bytes of memory that the worker has now.
    var resident = 0
  }
#endif
