import MultiplaneGraphics

extension CGContext: CFIdentity {
  /// What `CFGetTypeID(_:)` says of a context.
  public static var typeID: CFTypeID { classID(of: CGContext.self) }
}

extension CGLayer: CFIdentity {
  /// What `CFGetTypeID(_:)` says of a layer of drawing.
  public static var typeID: CFTypeID { classID(of: CGLayer.self) }
}

extension CGFont: CFIdentity {}
extension CGImageSource: CFIdentity {}
extension CGImageDestination: CFIdentity {}
extension CGDataConsumer: CFIdentity {}
extension CTLine: CFIdentity {}
extension CTRun: CFIdentity {}
extension CTFrame: CFIdentity {}
extension CTFramesetter: CFIdentity {}
