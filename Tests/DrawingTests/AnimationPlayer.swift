import Foundation
import HostileFiles

@testable import MultiplaneDrawing

/// Plays the animations that `AnimationFile` writes, by the formats' rules; the pictures in them
/// are decoded as files of their own.
enum AnimationPlayer {
  struct Damaged: Error {}

  struct Frame {
    /// The whole canvas, premultiplied.
    var pixels: [UInt8]
    var seconds: Double
  }

  private struct Part {
    var x = 0, y = 0, width = 0, height = 0
    var seconds = 0.0
    var isOver = false
    /// A picture file.
    var file: [UInt8] = []
  }

  static func frames(ofPNG file: [UInt8]) throws -> [Frame] {
    var parts: [Part] = []
    var (header, data): ([UInt8], [UInt8]) = ([], [])
    var (declared, sequence) = (0, 0)
    func close() {
      guard !parts.isEmpty else { return }
      let size =
        PNGBuilder.bigEndian(parts[parts.count - 1].width) + PNGBuilder.bigEndian(parts[parts.count - 1].height)
      parts[parts.count - 1].file =
        PNGBuilder.signature + PNGBuilder.chunk("IHDR", size + header[8...]) + PNGBuilder.chunk("IDAT", data)
        + PNGBuilder.chunk("IEND", [])
      data = []
    }
    var start = 8
    while start + 12 <= file.count {
      let count = number(file, start, 4)
      let content = Array(file[start + 8..<start + 8 + count])
      switch String(decoding: file[start + 4..<start + 8], as: UTF8.self) {
      case "IHDR": header = content
      case "acTL":
        declared = number(content, 0, 4)
        guard number(content, 4, 4) == 0 else { throw Damaged() }
      case "fcTL":
        close()
        guard number(content, 0, 4) == sequence else { throw Damaged() }
        sequence += 1
        let numbers = [4, 8, 12, 16].map { number(content, $0, 4) }
        let seconds = Double(number(content, 20, 2)) / Double(number(content, 22, 2))
        parts.append(
          Part(
            x: numbers[2], y: numbers[3], width: numbers[0], height: numbers[1], seconds: seconds,
            isOver: content[25] == 1))
      case "IDAT": data += content
      case "fdAT":
        guard number(content, 0, 4) == sequence else { throw Damaged() }
        sequence += 1
        data += content[4...]
      default: break
      }
      start += 12 + count
    }
    close()
    guard declared == parts.count else { throw Damaged() }
    return try play(parts, width: number(header, 0, 4), height: number(header, 4, 4))
  }

  static func frames(ofWebP file: [UInt8]) throws -> [Frame] {
    func little(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[start + $1]) << (8 * $1) }
    }
    guard little(file, 4, 4) == file.count - 8, file[20] & 0x02 != 0 else { throw Damaged() }
    var parts: [Part] = []
    var start = 12
    while start + 8 <= file.count {
      let count = little(file, start + 4, 4)
      let content = Array(file[start + 8..<start + 8 + count])
      if file[start..<start + 4].elementsEqual("ANMF".utf8) {
        let body = Array(content[16...])
        var picture = Array("WEBP".utf8) + body
        if body.starts(with: "ALPH".utf8) {
          picture = Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 0x10, 0, 0, 0] + content[6..<12] + body
        }
        let size = (0..<4).map { UInt8(picture.count >> (8 * $0) & 255) }
        parts.append(
          Part(
            x: little(content, 0, 3) * 2, y: little(content, 3, 3) * 2, width: little(content, 6, 3) + 1,
            height: little(content, 9, 3) + 1, seconds: Double(little(content, 12, 3)) / 1000,
            isOver: content[15] & 2 == 0, file: Array("RIFF".utf8) + size + picture))
      }
      start += 8 + count + count % 2
    }
    return try play(parts, width: little(file, 24, 3) + 1, height: little(file, 27, 3) + 1)
  }

  private static func number(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int {
    bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func play(_ parts: [Part], width: Int, height: Int) throws -> [Frame] {
    var canvas = [UInt8](repeating: 0, count: width * height * 4)
    return try parts.map { part in
      let image = try decodeImage(part.file, name: "frame")
      guard image.width == part.width, image.height == part.height, part.x + part.width <= width,
        part.y + part.height <= height
      else { throw Damaged() }
      let pixels = image.premultipliedRGBA8()
      for row in 0..<part.height {
        for column in 0..<part.width {
          let (source, target) = ((row * part.width + column) * 4, ((part.y + row) * width + part.x + column) * 4)
          let kept = part.isOver ? 255 - Int(pixels[source + 3]) : 0
          for channel in 0..<4 {
            canvas[target + channel] = UInt8(
              Int(pixels[source + channel]) + (Int(canvas[target + channel]) * kept + 127) / 255)
          }
        }
      }
      return Frame(pixels: canvas, seconds: part.seconds)
    }
  }
}
