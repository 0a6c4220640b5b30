import MultiplaneGraphics

/// The response to an event of a layer, such as a property change. (Source: CALayer.h.)
public protocol CAAction: AnyObject {
  /// Runs the action.
  ///
  /// - Parameters:
  ///   - event: the key of the changed property, or the name of the event.
  ///   - anObject: the layer.
  ///   - dict: additional information about the event; may be nil.
  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}
