// Drawing: image files, 2D drawing and text, on top of C libraries.
//
// In:  the bytes or the path of a PNG, JPEG, WebP or AVIF file, or the bytes of an SVG; pixels
//      (RGBA8, premultiplied, sRGB, top row first); paths, images, gradients and text.
// Out: a `CGImage`; or a file that is written completely or not at all.
//
// Reading: loadImage (FileReading) → decodeImage → ImageFileFormat from the first bytes → a codec
//          reads the header → ImageLimits → the codec decodes straight pixels → premultiplied →
//          CGImage.
// Writing: writeImage → ImageFileFormat from the extension → encodeImage → a codec →
//          writeFileAtomically. PNGFileStream takes the rows of a picture that is not in memory as
//          a whole (PNGStream, by zlib).
// SVG:     SVGDocument → librsvg → cairo → CGImage, at any size.
// Drawing: CGContext (Context/) → a path, image or gradient becomes a Mark in the bitmap's pixels →
//          its shadow, then the mark itself, by the blend mode and inside the clip → cairo, or
//          BlendFunction → the bitmap.
// Text:    StyledText → TextLayout: in TypeSetter, Pango breaks and shapes it
//          (ShapedText) with the fonts of a FontCollection → positioned glyphs → outlines
//          (GlyphFont) that a CGContext fills. LayerText draws a text layer; CTLine and
//          CTFramesetter are Core Text's interface.
//
// Each codec is one file, and the only caller of its library: PNGCodec (libpng to read, libdeflate
// to write), JPEGCodec (libjpeg), WebPCodec (libwebp), AVIFCodec (libavif, opened on first use).
// TIFFCodec, for Image I/O alone, opens libtiff on first use.
// Colour profiles are applied (ColorProfile, PNGColors); samples without one are sRGB. Fonts,
// tables and libraries are loaded on first use.
