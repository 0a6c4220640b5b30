import Foundation
import MultiplaneDrawing
import MultiplaneGraphics

// The `images` of a scene. All are read, also those that no layer shows: a scene is right or wrong
// as a whole.

/// A path with the folder that confines it. An image that the scene names is not thereby open to
/// values of parameters, which another folder may confine.
struct ConfinedPath: Hashable {
  let path: String
  /// The path of the folder; nil for none.
  let root: String?
}

extension SceneReader {
  mutating func loadImages(_ json: JSONValue, _ place: Place) throws(SceneError) {
    guard case .object(let members) = json else { throw expected("an object of {name: file}", place, found: json) }
    guard members.count <= limits.maximumImages else {
      throw invalid(place, "expected at most \(limits.maximumImages) images, found \(members.count)")
    }
    for member in members {
      let place = place.key(member.key)
      let path = try string(member.value, place)
      guard !path.isEmpty else { throw expected("the path of an image file", place, found: member.value) }
      try define(member.key, path: path, in: files, place)
    }
  }

  /// Reads an image under a name; each file once, however many names it has.
  mutating func define(
    _ name: String, path: String, in files: FilePlace, _ place: Place
  ) throws(SceneError) {
    let fullPath = files.path(of: path)
    let image: CGImage
    let barePixelsBefore = barePixels
    var drawing: SVGContents?
    let key = ConfinedPath(path: fullPath, root: files.root?.path)
    if let known = loadedImages[key] {
      image = known
      drawing = imageDefinitions.first { $0.image === known }?.drawing
    } else {
      // A vector image has no pixels of its own: it gets the canvas' scale.
      (image, drawing) = try loadImage(at: fullPath, in: files, isDrawn: path.lowercased().hasSuffix(".svg"), place)
      // A pixel of half floats takes as much memory as two of bytes.
      imagePixels += image.width * image.height * (image.hasHalfFloats ? 2 : 1)
    }
    guard imagePixels <= limits.maximumImagePixels else {
      throw invalid(
        place, "expected at most \(limits.maximumImagePixels) px in all images together, found \(imagePixels)")
    }
    loadedImages[key] = image
    images[name] = image
    imageDefinitions.append(
      SceneImage(name: name, path: path, image: image, barePixels: barePixels - barePixelsBefore, drawing: drawing))
  }

  private mutating func loadImage(
    at path: String, in files: FilePlace, isDrawn: Bool, _ place: Place
  ) throws(SceneError) -> (CGImage, SVGContents?) {
    let enlargement = isDrawn ? max(1, textScale / ownScale) : 1
    let earned = isDrawn ? 0 : fileBytes(at: path, in: files) * limits.pixelsPerFileByte
    // So that an image which is too large is refused before it is decoded.
    var limits = limits.image
    let room = Double(max(0, self.limits.maximumBarePixels - barePixels) + earned) * enlargement * enlargement
    limits.maximumPixels = Int(min(Double(limits.maximumPixels), room))
    do {
      let image: CGImage
      var drawing: SVGContents?
      if isDrawn {
        (image, drawing) = try MultiplaneDrawing.loadSVG(path: path, scale: textScale, limits: limits, root: files.root)
      } else if let decodedImages {
        image = try decodedImages.image(at: path, limits: limits, root: files.root)
      } else {
        image = try MultiplaneDrawing.loadImage(path: path, limits: limits, root: files.root)
      }
      let pixels = Double(image.width * image.height * (image.hasHalfFloats ? 2 : 1)) / (enlargement * enlargement)
      barePixels += max(0, Int(pixels) - earned)
      return (image, drawing)
    } catch {
      throw invalid(place, error.description)
    }
  }

  /// The length of a file; 0 for one that is not there, about which loading it says more.
  private func fileBytes(at path: String, in files: FilePlace) -> Int {
    min(files.byteCount(at: path) ?? 0, limits.image.maximumFileBytes)
  }
}
