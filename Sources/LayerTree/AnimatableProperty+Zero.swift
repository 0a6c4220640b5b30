import MultiplaneGraphics

// Without a default, as `@NSManaged var` stands in sources: numbers begin at 0 and truth values as false, as they do on
// Apple's systems. Other values need one, since there they begin as nil or as what Swift's types cannot say.

extension AnimatableProperty where Value: Numeric {
  /// A number that is 0 until it is set.
  ///
  /// - Parameter key: what animations and key-value access call the property.
  public init(_ key: String) { self.init(wrappedValue: .zero, key) }
}

extension AnimatableProperty where Value == Bool {
  /// A truth value that is false until it is set.
  ///
  /// - Parameter key: what key-value access calls the property.
  public init(_ key: String) { self.init(wrappedValue: false, key) }
}
