// Drawing: what well-kept C libraries do for us.
//
// In:  the bytes or the path of a PNG, JPEG, WebP or AVIF file, or the bytes of an SVG; pixels (RGBA8, premultiplied, sRGB, top
//      row first); and what a program draws: paths, images, gradients.
// Out: a `CGImage`; or a file that is written whole or not at all.
//
// The path in:  loadImage (FileReading) → decodeImage → ImageFileFormat from the first bytes → a codec reads the header →
//               ImageLimits → the codec decodes straight pixels → premultiplied → CGImage.
// The path out: writeImage → ImageFileFormat from the extension → encodeImage → a codec → writeFileAtomically.
//               Of a picture that is not in memory as a whole a PNGFileStream takes rows (PNGStream, by zlib).
// SVG:          SVGDocument → librsvg (SVGLibrary) → cairo → CGImage, at any size.
// Drawing:      CGContext (Context/) → a path, image or gradient becomes a Mark in the bitmap's pixels → its shadow, then
//               the mark itself, by the blend mode and within the clip → cairo, or BlendFunction → the bitmap.
// Text:         StyledText → TextLayout: TypeSetter has Pango (PangoLibrary) break and shape it (ShapedText) in the fonts
//               of a FontCollection → glyphs and their places → outlines (GlyphFont) that a CGContext fills. LayerText
//               makes the picture of a layer, Core Text's functions (CTLine, CTFramesetter) the rest.
//
// Each codec is one file and the only one that calls its library: PNGCodec (libpng to read, libdeflate to write), JPEGCodec (TurboJPEG),
// WebPCodec (libwebp), AVIFCodec (libavif, opened when it is needed). What a file says of its colours (ColorProfile, PNGColors) is applied; without a word of it samples are taken as sRGB.
// Nothing is made before it is asked for: no fonts, no tables, no libraries loaded.
