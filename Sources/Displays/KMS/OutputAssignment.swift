/// Which CRTC and which plane feed which connector.
struct OutputAssignment: Equatable {
  /// What one connector can be fed by.
  struct Request: Equatable {
    let connector: ConnectorName
    /// Bit n: the n-th CRTC.
    let possibleControllers: UInt32
    /// The place of the CRTC that feeds it now: keeping it avoids a flicker.
    let current: Int?
  }

  /// A plane that can fill a CRTC.
  struct Source: Equatable {
    /// The plane's place in the card's list.
    let index: Int
    let possibleControllers: UInt32
  }

  struct Route: Equatable {
    let connector: ConnectorName
    /// The CRTC's place in the card's list.
    let controller: Int
    /// The plane's place in the card's list; nil if none are known.
    var plane: Int?
  }

  /// Feeds as many connectors as possible, the earlier ones first.
  ///
  /// - Parameters:
  ///   - controllerCount: 0…32.
  ///   - planes: the primary ones; nil for a driver without planes, where any CRTC shows.
  static func routes(for requests: [Request], controllerCount: Int, planes: [Source]?) -> [Route] {
    // Each step gives the rest of the connectors to what is left, and so finds the most that can be
    // lit; there are seldom more than four.
    func best(_ requests: ArraySlice<Request>, usedControllers: UInt32, usedPlanes: Set<Int>) -> [Route] {
      guard let request = requests.first else { return [] }
      var found: [Route] = []
      var order = Array(0..<controllerCount)
      if let current = request.current, order.contains(current) {
        order.removeAll { $0 == current }
        order.insert(current, at: 0)
      }
      for controller in order {
        let bit: UInt32 = 1 << UInt32(controller)
        guard request.possibleControllers & bit != 0, usedControllers & bit == 0 else { continue }
        let plane = planes?.first { $0.possibleControllers & bit != 0 && !usedPlanes.contains($0.index) }
        if planes != nil, plane == nil { continue }
        let rest = best(
          requests.dropFirst(), usedControllers: usedControllers | bit,
          usedPlanes: plane.map { usedPlanes.union([$0.index]) } ?? usedPlanes)
        if 1 + rest.count > found.count {
          found = [Route(connector: request.connector, controller: controller, plane: plane?.index)] + rest
        }
        if found.count == requests.count { return found }
      }
      let without = best(requests.dropFirst(), usedControllers: usedControllers, usedPlanes: usedPlanes)
      return without.count > found.count ? without : found
    }
    return best(requests[...], usedControllers: 0, usedPlanes: [])
  }
}
