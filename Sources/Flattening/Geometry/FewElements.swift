/// Elements of which there are nearly always few: a fixed number is stored in place, and only more
/// take memory of their own.
struct FewElements<let few: Int, Element> {
  private var places: InlineArray<few, Element>
  /// Those after the first few.
  private var others: [Element] = []
  private(set) var count = 0

  /// None.
  ///
  /// - Parameter filler: what lies in places that hold no element.
  init(filler: Element) { places = InlineArray(repeating: filler) }

  mutating func append(_ element: Element) {
    if count < few { places[count] = element } else { others.append(element) }
    count += 1
  }

  mutating func removeAll() {
    others.removeAll(keepingCapacity: true)
    count = 0
  }
}

extension FewElements: RandomAccessCollection, MutableCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> Element {
    get {
      precondition(index < count)
      return index < few ? places[index] : others[index - few]
    }
    set {
      precondition(index < count)
      if index < few { places[index] = newValue } else { others[index - few] = newValue }
    }
  }
}

extension FewElements: Sendable where Element: Sendable {}

extension FewElements: Equatable where Element: Equatable {
  static func == (a: Self, b: Self) -> Bool { a.elementsEqual(b) }
}
