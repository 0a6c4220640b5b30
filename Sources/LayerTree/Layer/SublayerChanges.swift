import MultiplaneRenderTree

// The sublayers that a commit has to look at. One layer that changed among thousands must not cost
// a look at each of them.

/// The changes within a layer's sublayers and mask since its last commit.
enum SublayerChanges {
  /// The set of sublayers: all of them are to be looked at.
  case all
  /// Only what is within these.
  case some([CALayer])
}

extension CALayer {
  /// Notes that a sublayer or the mask is to be committed again.
  ///
  /// For each layer without `committed` its superlayer knows: by this note, or because it has not
  /// been committed since it has the layer.
  func noteChange(of sublayer: CALayer) {
    guard case .some(var changed) = sublayerChanges else { return }
    // The array must have one owner to grow in place.
    sublayerChanges = .all
    changed.append(sublayer)
    // With many of them a look at all costs no more.
    if changed.count * 2 <= storedChildren.count + 2 { sublayerChanges = .some(changed) }
  }

  /// Does something to each sublayer, and to the mask, that is to be committed again, in array
  /// order, the mask last. Those that are changed meanwhile take part.
  func forEachChangedLayerWithin(_ body: (CALayer) -> Void) {
    guard case .some(let changed) = sublayerChanges else {
      for layer in layersWithin where layer.committed == nil { body(layer) }
      return
    }
    let sorted = changed.count > 1 ? changed.sorted { $0.orderWithin(self) < $1.orderWithin(self) } : changed
    for layer in sorted where layer.committed == nil && layer.storedParent === self { body(layer) }
    var count = changed.count
    while case .some(let changed) = sublayerChanges, count < changed.count {
      let layer = changed[count]
      count += 1
      if layer.committed == nil, layer.storedParent === self { body(layer) }
    }
  }

  private func orderWithin(_ superlayer: CALayer) -> Int {
    superlayer.storedMask === self ? superlayer.storedChildren.count : committedIndex
  }

  /// The indices, in the last commit, of the sublayers that the next one looks at again; nil if it
  /// looks at all.
  var changedIndices: [Int]? {
    guard case .some(let changed) = sublayerChanges, lastCommitted != nil else { return nil }
    return changed.lazy.filter { $0 !== self.storedMask }.map(\.committedIndex)
  }

  /// The sublayers as values; what did not change is shared with the last commit.
  ///
  /// - Parameter time: of this layer.
  func commitSublayers(at time: Double) -> CommittedSublayers {
    defer { sublayerChanges = .some([]) }
    guard case .some(let changed) = sublayerChanges, let last = lastCommitted?.sublayers else {
      for (index, layer) in storedChildren.enumerated() { layer.committedIndex = index }
      return CommittedSublayers(storedChildren.map { $0.commitValues(at: time) })
    }
    let layers = changed.filter { $0 !== storedMask }.sorted { $0.committedIndex < $1.committedIndex }
    return last.replacing(layers.map { (index: $0.committedIndex, layer: $0.commitValues(at: time)) })
  }
}
