import MultiplaneCAVIF
import MultiplaneDynamicLibraries

/// The functions of libavif that are called here, found when the first AVIF is read or written.
///
/// The library is not linked: it brings several codecs of AV1 with it, twenty megabytes, and most programs never see an AVIF. Its structures
/// are those of the header that this was built with.
struct AVIFLibrary: Sendable {
  typealias Image = UnsafeMutablePointer<avifImage>
  typealias Pixels = UnsafeMutablePointer<avifRGBImage>
  typealias Encoder = UnsafeMutablePointer<avifEncoder>
  typealias Decoder = UnsafeMutablePointer<avifDecoder>
  typealias Bytes = UnsafeMutablePointer<avifRWData>

  /// Width, height, bits a channel, and the layout of the planes.
  let createImage: @convention(c) (UInt32, UInt32, UInt32, avifPixelFormat) -> Image?
  let destroyImage: @convention(c) (Image) -> Void
  /// For pixels of the image's size.
  let setDefaults: @convention(c) (Pixels, Image) -> Void
  let pixelsToPlanes: @convention(c) (Image, Pixels) -> avifResult
  let planesToPixels: @convention(c) (Image, Pixels) -> avifResult

  let createEncoder: @convention(c) () -> Encoder?
  let destroyEncoder: @convention(c) (Encoder) -> Void
  let write: @convention(c) (Encoder, Image, Bytes) -> avifResult
  let freeBytes: @convention(c) (Bytes) -> Void

  let createDecoder: @convention(c) () -> Decoder?
  let destroyDecoder: @convention(c) (Decoder) -> Void
  let setSource: @convention(c) (Decoder, avifDecoderSource) -> avifResult
  /// The bytes have to stay where they are.
  let setMemory: @convention(c) (Decoder, UnsafePointer<UInt8>?, Int) -> avifResult
  let parse: @convention(c) (Decoder) -> avifResult
  let nextImage: @convention(c) (Decoder) -> avifResult

  private let resultText: @convention(c) (avifResult) -> UnsafePointer<CChar>?

  /// The library; nil where it is not installed, or another version.
  static let shared = AVIFLibrary()

  private init?() {
    do throws(MissingSymbol) {
      let library = try DynamicLibrary(CAVIF_LIBRARY)
      createImage = try library.function("avifImageCreate")
      destroyImage = try library.function("avifImageDestroy")
      setDefaults = try library.function("avifRGBImageSetDefaults")
      pixelsToPlanes = try library.function("avifImageRGBToYUV")
      planesToPixels = try library.function("avifImageYUVToRGB")
      createEncoder = try library.function("avifEncoderCreate")
      destroyEncoder = try library.function("avifEncoderDestroy")
      write = try library.function("avifEncoderWrite")
      freeBytes = try library.function("avifRWDataFree")
      createDecoder = try library.function("avifDecoderCreate")
      destroyDecoder = try library.function("avifDecoderDestroy")
      setSource = try library.function("avifDecoderSetSource")
      setMemory = try library.function("avifDecoderSetIOMemory")
      parse = try library.function("avifDecoderParse")
      nextImage = try library.function("avifDecoderNextImage")
      resultText = try library.function("avifResultToString")
    } catch {
      return nil
    }
  }

  /// What a result means, in the library's words.
  func text(of result: avifResult) -> String { resultText(result).map { String(cString: $0) } ?? "no reason given" }
}
