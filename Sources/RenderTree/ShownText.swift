import Graphics

/// The text of a `CATextLayer` as a commit found it. Its picture is the layer's contents.
package struct ShownText: Sendable, Equatable {
  /// Nil for none.
  package var string: String?
  /// Nil for the default font, and for one that has no name.
  package var fontName: String?
  /// Whether pieces of the string look each in their own way, which nothing here says.
  package var isAttributed: Bool
  /// Whether the contents are the layer's picture of the text, rather than an image that a program gave it.
  package var isDrawn: Bool
  /// Draws the text as animations make it look; nil when none does, and the contents are the picture.
  package var pictures: (any TextPictures)?

  package init(
    string: String?, fontName: String?, isAttributed: Bool, isDrawn: Bool, pictures: (any TextPictures)? = nil
  ) {
    self.string = string
    self.fontName = fontName
    self.isAttributed = isAttributed
    self.isDrawn = isDrawn
    self.pictures = pictures
  }

  package static func == (a: ShownText, b: ShownText) -> Bool {
    a.string == b.string && a.fontName == b.fontName && a.isAttributed == b.isAttributed && a.isDrawn == b.isDrawn
      && a.pictures === b.pictures
  }
}

/// Pictures of one text that differ in size, colour and bounds: what evaluation asks of the room that can draw text.
package protocol TextPictures: AnyObject, Sendable {
  /// The contents of a layer with these values; nil where no text can be drawn. It follows from the values alone.
  func picture(of values: LayerValues) -> CGImage?
}

extension LayerValues {
  /// What is shown as contents: the image, or the text as it looks at the time that the values are those of.
  var shownContents: CGImage? {
    guard let pictures = text.shown?.pictures else { return contents }
    return pictures.picture(of: self)
  }
}
