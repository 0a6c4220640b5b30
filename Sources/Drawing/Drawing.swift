// Drawing: what well-kept C libraries do for us.
//
// In:  the bytes or the path of a PNG, JPEG or WebP file; or pixels (RGBA8, premultiplied, sRGB, top row first).
// Out: a `CGImage`; or a file that is written whole or not at all.
//
// The path in:  loadImage (FileReading) → decodeImage → ImageFileFormat from the first bytes → a codec reads the header →
//               ImageLimits → the codec decodes straight pixels → premultiplied → CGImage.
// The path out: writeImage → ImageFileFormat from the extension → encodeImage → a codec → writeFileAtomically.
//
// Each codec is one file and the only one that calls its library: PNGCodec (libpng), JPEGCodec (TurboJPEG),
// WebPCodec (libwebp). None applies an embedded colour profile: samples are taken as sRGB.
