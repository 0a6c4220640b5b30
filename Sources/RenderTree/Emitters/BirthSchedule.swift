import MultiplaneGraphics
import MultiplaneMotion

/// When a cell makes its particles: stretches of time with an even birth rate each.
///
/// Particle n is born when the integral of the rate reaches n; the first one, 0, when the cell
/// begins. Times are seconds of the cell's own time, in which it begins at 0.
struct BirthSchedule {
  struct Stretch {
    let begin: Double
    let end: Double
    /// The births before it; fractions count.
    let count: Double
    /// A second.
    let rate: Double
    /// Whether one that is born at the very end belongs to it.
    var includesEnd = false

    var countAtEnd: Double { count + rate * (end - begin) }

    /// The numbers of those that are born in it, from a time on.
    func births(from time: Double) -> Range<Int> {
      guard rate > 0, end >= begin else { return 0..<0 }
      let low = (count + rate * (max(time, begin) - begin)).rounded(.up)
      let high = includesEnd ? countAtEnd.rounded(.down) + 1 : countAtEnd.rounded(.up)
      // Beyond this a number is no whole number any more.
      guard low >= 0, low < high, high < 0x1p53 else { return 0..<0 }
      return Int(low)..<Int(high)
    }

    /// When one of them is born.
    func time(ofBirth number: Int) -> Double { begin + (Double(number) - count) / rate }
  }

  /// The earliest first.
  private(set) var stretches: [Stretch] = []
  /// The births up to the end.
  private(set) var count: Double

  /// Of a cell of the layer's own.
  ///
  /// - Parameter time: up to which, in the layer's time; in the last span that is now.
  init(ofCell index: Int, in course: EmitterCourse, until time: Double) {
    let cell = course.base.cells[index]
    let span = course.span
    count = span.count(ofCell: index)
    let clock = CellClock(cell)
    let end = min(time, span.end)
    guard clock.runs, !cell.timing.isBeforeBeginning(parentTime: end) else { return }
    let first = max(0, span.begin.isFinite ? clock.cellTime(ofParent: span.begin) : 0)
    let last = clock.cellTime(ofParent: end)
    let isOpen = span.end > time && last < clock.activeDuration
    guard course.isAnimated else {
      append(
        Stretch(
          begin: first, end: min(last, clock.activeDuration), count: count,
          rate: cell.isEnabled ? Double(cell.birthRate) * Double(course.base.birthRate) : 0, includesEnd: isOpen))
      return
    }
    addAnimated(index, clock, from: first, to: min(last, clock.activeDuration), isOpen: isOpen, course)
  }

  /// Of a cell within a cell.
  ///
  /// - Parameters:
  ///   - age: of the particle that the cell belongs to.
  ///   - lifetime: of that particle.
  init(of cell: EmitterCellValues, in particle: (age: Double, lifetime: Double)) {
    count = 0
    let clock = CellClock(cell)
    let end = min(particle.age, particle.lifetime)
    guard clock.runs, !cell.timing.isBeforeBeginning(parentTime: end) else { return }
    // Births before the particle's own are left out.
    let first = max(0, clock.cellTime(ofParent: max(0, cell.timing.beginTime)))
    let last = clock.cellTime(ofParent: end)
    let rate = cell.isEnabled ? Double(cell.birthRate) : 0
    append(
      Stretch(
        begin: first, end: min(last, clock.activeDuration), count: first * rate, rate: rate,
        includesEnd: particle.age < particle.lifetime && last < clock.activeDuration))
  }

  private mutating func append(_ stretch: Stretch) {
    guard stretch.rate > 0, stretch.rate.isFinite, stretch.end >= stretch.begin else { return }
    stretches.append(stretch)
    count = stretch.countAtEnd
  }

  /// Follows an animated rate: even within each step, the mean of its ends.
  ///
  /// Counting starts over every 128 s of the span, so that no time costs more to look at than twice
  /// that.
  private mutating func addAnimated(
    _ index: Int, _ clock: CellClock, from first: Double, to last: Double, isOpen: Bool, _ course: EmitterCourse
  ) {
    let (begin, end) = (clock.parentTime(ofCell: first), clock.parentTime(ofCell: last))
    guard begin.isFinite, end >= begin, abs(begin) < 1e9, abs(end) < 1e9 else { return }
    let block = EmitterCourse.longestLookBack
    let lastBlock = ((end - begin) / block).rounded(.down)
    let start = count
    let meter = EvaluationMeter.current
    for number in [lastBlock - 1, lastBlock] where number >= 0 {
      // So far apart that particles of two blocks never share their numbers.
      count = start + number * 0x1p32
      var time = begin + number * block
      let blockEnd = min(time + block, end)
      var step = Int((time * EmitterCourse.rate).rounded(.down))
      repeat {
        guard meter?.admits(.step) ?? true else { return }
        let next = min(Double(step + 1) / EmitterCourse.rate, blockEnd)
        let stretch = Stretch(
          begin: clock.cellTime(ofParent: time), end: clock.cellTime(ofParent: next), count: count,
          rate: (rate(index, atStep: step, course) + rate(index, atStep: step + 1, course)) / 2,
          includesEnd: isOpen && next >= end)
        append(stretch)
        time = next
        step += 1
      } while time < blockEnd
    }
  }

  private func rate(_ index: Int, atStep step: Int, _ course: EmitterCourse) -> Double {
    let emitter = course.values(atStep: step)
    guard index < emitter.cells.count, emitter.cells[index].isEnabled else { return 0 }
    return max(0, Double(emitter.cells[index].birthRate) * Double(emitter.birthRate))
  }
}

/// The time of a cell in that of its layer, or of its particle's life; both in seconds.
struct CellClock {
  private let timing: MediaTiming
  /// For how long the cell makes particles.
  let activeDuration: Double

  init(_ cell: EmitterCellValues) {
    timing = cell.timing
    activeDuration = cell.activeDuration
  }

  /// Time that stands still or runs backwards makes nothing.
  var runs: Bool { timing.speed > 0 && timing.speed.isFinite && activeDuration > 0 }

  func cellTime(ofParent time: Double) -> Double { (time - timing.beginTime) * timing.speed + timing.timeOffset }
  func parentTime(ofCell time: Double) -> Double { (time - timing.timeOffset) / timing.speed + timing.beginTime }
}
