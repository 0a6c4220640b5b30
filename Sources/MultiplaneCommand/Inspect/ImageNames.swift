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

  /// An image as `inspect` shows it: `image "photo" 640x480`; one that no name is given, such as a text's picture, by its size.
  func fact(_ key: String, _ image: CGImage) -> InspectedFact {
    let name = names[ObjectIdentifier(image)].map { "image \(String(reflecting: $0)) \(image.width)x\(image.height)" }
    let text = name ?? imageText(image)
    return InspectedFact(key, .string(text), text)
  }
}
