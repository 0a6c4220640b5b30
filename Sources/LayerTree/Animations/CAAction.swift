import MultiplaneGraphics

/// What a layer does when an event happens to it, such as the change of a property. (Source: CALayer.h.)
public protocol CAAction: AnyObject {
  /// Does it.
  ///
  /// - Parameters:
  ///   - event: the key of the property that changed, or the name of the event.
  ///   - anObject: the layer.
  ///   - dict: what else there is to know about the event; nil for nothing.
  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}
