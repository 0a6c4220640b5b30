import MultiplaneGraphics
import MultiplaneSceneFile

/// What a scene calls its images, for lines that name them.
struct ImageNames {
  private var names: [ObjectIdentifier: String] = [:]

  /// - Parameter images: those of a scene; of several names of an image the first counts.
  init(_ images: [SceneImage] = []) {
    for image in images where names[ObjectIdentifier(image.image)] == nil {
      names[ObjectIdentifier(image.image)] = image.name
    }
  }

  /// What the scene calls an image; nil for one that no name is given.
  func name(_ image: CGImage) -> String? { names[ObjectIdentifier(image)] }

  /// The same as lines show it, in quotes.
  func quoted(_ image: CGImage) -> String? { name(image).map { String(reflecting: $0) } }

  /// An image as `inspect` shows it: `image "photo" 640x480`; one that no name is given, such as a
  /// text's picture, by its size.
  func fact(_ key: String, _ image: CGImage) -> InspectedFact {
    let text = quoted(image).map { "image \($0) \(image.width)x\(image.height)" } ?? imageText(image)
    return InspectedFact(key, .string(text), text)
  }
}
