@testable import MultiplaneReferenceRenderer

// Types of the reference renderer whose names the display list's have too.

typealias ReferenceBox = PixelBox
typealias ReferencePlane = PlaneMap
typealias ReferenceDerivative = PlaneDerivative
typealias ReferenceSurface = Surface
