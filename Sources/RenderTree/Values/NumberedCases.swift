/// An enumeration that kernels and shaders know by number: the index in `allCases`.
package protocol NumberedCases: CaseIterable, Hashable, RawRepresentable, Sendable where RawValue == String {}

extension NumberedCases {
  /// The index in `allCases`.
  package var number: Int { Self.allCases.enumerated().first { $0.element == self }?.offset ?? 0 }
}
