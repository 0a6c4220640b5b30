// Graphics: the value types of Core Graphics, and Core Animation's 3D matrix, under Apple's names.
//
// In:   numbers, points and bytes from the program, a scene file or an image decoder.
// Out:  colours, colour spaces, images, paths and transforms, for all other modules. All but
//       `CGMutablePath` are immutable or plain values, so that they may cross threads.
// Path: nothing is drawn here. A program makes a value (`CGColor`, `CGPath`, `CGImage`,
//       `CATransform3D`), a layer stores it, the render tree passes it on, and a renderer asks for
//       its plain form: `CGColor.straight`, `CGPath.elements`, `CGImage.premultipliedRGBA8()`,
//       `CATransform3D.concatenating(_:)`.
//
// Foundation on Linux has CGFloat, CGPoint, CGSize and CGRect. They are re-exported, not
// redeclared.

@_exported import Foundation
