extension CommittedLayer {
  /// The same tree with other values for some layers, as after a change of them.
  package func replacing(_ values: [LayerIdentifier: LayerValues]) -> CommittedLayer {
    let mask = mask?.replacing(values)
    var isChanged = mask !== self.mask || values[identifier] != nil
    var layers: [CommittedLayer] = []
    layers.reserveCapacity(sublayers.count)
    for sublayer in sublayers {
      let layer = sublayer.replacing(values)
      if layer !== sublayer { isChanged = true }
      layers.append(layer)
    }
    guard isChanged else { return self }
    return CommittedLayer(
      identifier: identifier, name: name, kind: kind, values: values[identifier] ?? self.values, timing: timing,
      animations: animations, sublayers: layers, mask: mask)
  }
}
