import MultiplaneMotion
import Testing

@Suite struct TimingCurveTests {
  @Test(arguments: [
    (TimingCurve.linear, [0.25, 0.5, 0.75]),
    (.easeIn, [0.093465, 0.315357, 0.621861]),
    (.easeOut, [0.378140, 0.684643, 0.906535]),
    (.easeInEaseOut, [0.129162, 0.5, 0.870838]),
    (.default, [0.408511, 0.802403, 0.960459]),
    (TimingCurve(0.5, 0, 0.5, 1), [0.105889, 0.5, 0.894111]),
  ])
  func measuredValues(curve: TimingCurve, expected: [Double]) {
    // They were read from Core Animation, whose own solution is a few millionths off the curve.
    for (time, value) in zip([0.25, 0.5, 0.75], expected) {
      #expect(abs(curve.value(at: time) - value) < 4e-6)
    }
  }

  @Test(arguments: [
    (TimingCurve.easeIn, [0.093464651, 0.315356813, 0.621861869]),
    (.easeOut, [0.378138131, 0.684643187, 0.906535349]),
    (.easeInEaseOut, [0.129161931, 0.5, 0.870838069]),
    (.default, [0.408510591, 0.802403388, 0.960458978]),
    (TimingCurve(0.5, 0, 0.5, 1), [0.105892543, 0.5, 0.894107457]),
  ])
  func exactValues(curve: TimingCurve, expected: [Double]) {
    // Computed apart from this code, by 200 halvings.
    for (time, value) in zip([0.25, 0.5, 0.75], expected) {
      #expect(abs(curve.value(at: time) - value) < 3e-9)
    }
  }

  @Test(arguments: [TimingCurve.linear, .easeIn, .default, TimingCurve(0.3, -2, 0.7, 3)])
  func inputsAreClamped(curve: TimingCurve) {
    #expect(curve.value(at: -1) == 0 && curve.value(at: 0) == 0)
    #expect(curve.value(at: 1) == 1 && curve.value(at: 7) == 1)
  }

  @Test func valuesMayLeaveTheUnitInterval() {
    let back = TimingCurve(0.3, -0.6, 0.7, 1.6)
    #expect(back.value(at: 0.15) < 0)
    #expect(back.value(at: 0.85) > 1)
  }

  @Test(arguments: [TimingCurve(1, 0, 0, 1), TimingCurve(0, 0, 0, 1), TimingCurve(1, 0, 1, 1), .easeIn])
  func solvesSteepAndFlatCurves(curve: TimingCurve) {
    // A point of the curve is known for each parameter; the answer for its x must be its y.
    for parameter in stride(from: 0.05, through: 0.96, by: 0.07) {
      let rest = 1 - parameter
      let (a, b) = (3 * rest * rest * parameter, 3 * rest * parameter * parameter)
      let cube = parameter * parameter * parameter
      let x = a * curve.x1 + b * curve.x2 + cube
      let y = a * curve.y1 + b * curve.y2 + cube
      #expect(abs(curve.value(at: x) - y) < 1e-4, "parameter \(parameter)")
      // Where the curve is not steep the error in y is that in x.
      if abs(parameter - 0.5) > 0.1 { #expect(abs(curve.value(at: x) - y) < 1e-6, "parameter \(parameter)") }
    }
  }

  @Test func namesAndControlPoints() {
    #expect(TimingCurve(named: "easeInEaseOut") == .easeInEaseOut)
    #expect(TimingCurve(named: "default") == .default)
    #expect(TimingCurve(named: "easeSideways") == nil)
    let point = TimingCurve.default.controlPoint(at: 1)
    #expect(point?.x == 0.25 && point?.y == 0.1)
    #expect(TimingCurve.easeIn.controlPoint(at: 3)?.y == 1)
    #expect(TimingCurve.easeIn.controlPoint(at: 4) == nil)
  }
}
