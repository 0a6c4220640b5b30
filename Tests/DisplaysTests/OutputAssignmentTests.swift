import Testing

@testable import MultiplaneDisplays

@Suite struct OutputAssignmentTests {
  private func request(_ connector: UInt32, _ possible: UInt32, current: Int? = nil) -> OutputAssignment.Request {
    OutputAssignment.Request(connector: ConnectorName(connector), possibleControllers: possible, current: current)
  }

  private func route(_ connector: UInt32, _ controller: Int, _ plane: Int?) -> OutputAssignment.Route {
    OutputAssignment.Route(connector: ConnectorName(connector), controller: controller, plane: plane)
  }

  @Test func anOutputKeepsTheControllerThatFeedsIt() {
    let routes = OutputAssignment.routes(for: [request(1, 0b11, current: 1)], controllerCount: 2, planes: nil)
    #expect(routes == [route(1, 1, nil)])
  }

  @Test func whoHasTheChoiceLeavesTheOnlyOneToTheOther() {
    let routes = OutputAssignment.routes(
      for: [request(1, 0b11), request(2, 0b01)], controllerCount: 2, planes: nil)
    #expect(routes == [route(1, 1, nil), route(2, 0, nil)])
  }

  @Test func theEarlierOutputIsFedIfThereAreTooFewControllers() {
    let routes = OutputAssignment.routes(
      for: [request(1, 0b1), request(2, 0b1)], controllerCount: 1, planes: nil)
    #expect(routes == [route(1, 0, nil)])
  }

  @Test func aPlaneIsUsedOnce() {
    let planes = [
      OutputAssignment.Source(index: 4, possibleControllers: 0b11),
      OutputAssignment.Source(index: 6, possibleControllers: 0b01),
    ]
    let routes = OutputAssignment.routes(
      for: [request(1, 0b10), request(2, 0b01)], controllerCount: 2, planes: planes)
    #expect(routes == [route(1, 1, 4), route(2, 0, 6)])
    let one = OutputAssignment.routes(
      for: [request(1, 0b01), request(2, 0b10)], controllerCount: 2, planes: [planes[1]])
    #expect(one == [route(1, 0, 6)])
  }

  @Test func whatCannotBeFedIsLeftOut() {
    #expect(OutputAssignment.routes(for: [request(1, 0)], controllerCount: 2, planes: nil).isEmpty)
    #expect(OutputAssignment.routes(for: [request(1, 0b100)], controllerCount: 2, planes: nil).isEmpty)
  }
}
