import MultiplaneGraphics
import MultiplaneRenderTree

/// The list of filters as the program set it, in addition to the drawn values: it may contain
/// objects that no layer can draw.
struct GivenFilters {
  /// Nil when no list was given.
  let list: [Any]?

  init(_ list: [Any]?) {
    self.list = list?.map { object in
      if let filter = object as? CIFilter {
        // The program may change its own afterwards.
        if filter.filterValue != nil { return filter.copy() }
      }
      FilterWarning.log("\(object) is not a filter that a layer's picture can go through: it has no effect.")
      return object
    }
  }

  /// The values of those that are drawn; nil when there are none.
  var values: [FilterValue]? {
    let values = (list ?? []).compactMap { ($0 as? CIFilter)?.filterValue }
    return values.isEmpty ? nil : values
  }

  /// The list with the filters as they are drawn now: their inputs change by key paths. Where
  /// others are drawn than were given, as those of a style, these alone.
  func objects(drawing drawn: [FilterValue]?) -> [Any]? {
    guard let list, drawn?.count ?? 0 == values?.count ?? 0 else { return drawn?.map(CIFilter.init) }
    var rest = (drawn ?? [])[...]
    return list.map { object in
      guard (object as? CIFilter)?.filterValue != nil, let value = rest.popFirst() else { return object }
      return CIFilter(value)
    }
  }
}

extension BlendMode {
  /// The mode of a name or of a filter of that name; nil for anything else.
  init?(compositingFilter object: Any) {
    guard let name = object as? String ?? (object as? CIFilter)?.filterName else { return nil }
    self.init(filterName: name)
  }
}
