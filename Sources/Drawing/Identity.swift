import MultiplaneGraphics

extension CGContext: CFIdentity {
  /// The type identifier of contexts.
  public static var typeID: CFTypeID { classID(of: CGContext.self) }
}

extension CGLayer: CFIdentity {
  /// The type identifier of drawing layers.
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
