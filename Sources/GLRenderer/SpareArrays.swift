/// Empty arrays whose memory serves again.
struct SpareArrays<Element> {
  private var arrays: [[Element]] = []

  var count: Int { arrays.count }

  /// An empty array, in the memory of one that was given back if there is one.
  mutating func take() -> [Element] { arrays.popLast() ?? [] }

  /// Has an array's memory serve again, if nobody else holds it.
  ///
  /// - Parameter most: so many are kept at most.
  mutating func giveBack(_ array: inout [Element], most: Int = .max) {
    guard array.capacity > 0, arrays.count < most else { return }
    // Taken out, so that no second owner makes the array copy itself.
    var spare: [Element] = []
    swap(&spare, &array)
    spare.removeAll(keepingCapacity: true)
    arrays.append(spare)
  }
}

extension SpareArrays: Sendable where Element: Sendable {}

/// What flattening a frame takes beside what it writes, kept for the next.
struct FlatteningMemory: Sendable {
  /// Passes that are written, or were not needed after all: their arrays' memory is used again.
  var idlePasses: [PassBuilder] = []
  var batches = SpareArrays<CommandStream.Batch>()
  /// Of passes.
  var numbers = SpareArrays<Int>()
  var flags = SpareArrays<Bool>()
  var steps = SpareArrays<FilterStep>()
  var boxes = SpareArrays<DeviceBox>()
  var pieces = PixelPieces()
  var depthMembers = SpareArrays<DepthMember>()
  var planePieces = SpareArrays<PlaneOrder.Piece>()
  var planeOrder = PlaneOrder()

  /// How many passes and arrays are left over.
  var count: Int {
    idlePasses.count + batches.count + numbers.count + flags.count + steps.count + boxes.count + depthMembers.count
      + planePieces.count
  }
}
