import MultiplaneGraphics

extension CGContext {
  /// What `CFGetTypeID(_:)` says of a context.
  public static var typeID: CFTypeID { classID(of: CGContext.self) }
}

extension CGLayer {
  /// What `CFGetTypeID(_:)` says of a layer of drawing.
  public static var typeID: CFTypeID { classID(of: CGLayer.self) }
}
