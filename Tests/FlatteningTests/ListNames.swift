@testable import MultiplaneFlattening

// Types of the display list whose names the reference renderer's have too.

typealias ListBox = PixelBox
typealias ListClip = Clip
typealias ListPlane = Plane
typealias ListPrimitive = Primitive
