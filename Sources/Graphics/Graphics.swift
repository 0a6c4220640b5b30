// Graphics: the value types of Core Graphics, and Core Animation's 3D matrix, under Apple's names.
//
// In:  numbers, points and bytes from the program, a scene file or an image decoder.
// Out: colours, colour spaces, images, paths and transforms that every other module stores, passes on and computes with.
//      All but `CGMutablePath` are immutable or plain values, so they cross threads as they are.
// Path: nothing here draws. A program makes a value (`CGColor`, `CGPath`, `CGImage`, `CATransform3D`), a layer keeps it,
//      the render tree hands it on, and a renderer asks for its plain form: `CGColor.straight`, `CGPath.elements`,
//      `CGImage.premultipliedRGBA8()`, `CATransform3D.concatenating(_:)`.
//
// Foundation on Linux already has CGFloat, CGPoint, CGSize and CGRect. They are re-exported here, never rivalled.

@_exported import Foundation
