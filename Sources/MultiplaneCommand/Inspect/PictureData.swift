import Foundation
import MultiplaneCompositor
import MultiplaneDrawing
import MultiplaneSceneFile

/// Pictures in data: WebP files, which keep every pixel, in Base64.
enum PictureData {
  static func json(of picture: InspectionPicture) throws(ImageError) -> JSONValue {
    let file = try encodeImage(
      premultipliedRGBA8: picture.pixels, width: picture.width, height: picture.height, format: .webp,
      quality: 1)
    return .members([
      "width": .of(picture.width), "height": .of(picture.height),
      "webp": .string(Data(file).base64EncodedString()),
    ])
  }
}
