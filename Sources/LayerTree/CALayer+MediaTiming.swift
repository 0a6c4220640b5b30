import Graphics
import Motion

// A layer's own place in time.

extension CALayer: CAMediaTiming {
  /// When the layer's time begins, in its superlayer's time; default 0, no beginning of its own.
  public var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set { changeTiming(\.beginTime, to: newValue) }
  }
  /// Length of one cycle, in seconds; default infinity.
  public var duration: CFTimeInterval {
    get { timing.duration }
    set { changeTiming(\.duration, to: newValue) }
  }
  /// How fast the layer's time runs against its superlayer's; 0 stops all within it. Default 1.
  public var speed: Float {
    get { Float(timing.speed) }
    set { changeTiming(\.speed, to: Double(newValue)) }
  }
  /// Added to the layer's time, in seconds; default 0.
  public var timeOffset: CFTimeInterval {
    get { timing.timeOffset }
    set { changeTiming(\.timeOffset, to: newValue) }
  }
  /// How often the cycle runs, fractions included; default 0, which counts as 1.
  public var repeatCount: Float {
    get { Float(timing.repeatCount) }
    set { changeTiming(\.repeatCount, to: Double(newValue)) }
  }
  /// For how long the cycle is repeated, in seconds; above 0 it takes the place of `repeatCount`. Default 0.
  public var repeatDuration: CFTimeInterval {
    get { timing.repeatDuration }
    set { changeTiming(\.repeatDuration, to: newValue) }
  }
  /// Whether each cycle runs back again, which doubles it; default false.
  public var autoreverses: Bool {
    get { timing.autoreverses }
    set { changeTiming(\.autoreverses, to: newValue) }
  }
  /// What shows before the beginning and after the end; default `removed`.
  public var fillMode: CAMediaTimingFillMode {
    get { CAMediaTimingFillMode(timing.fillMode) }
    set { changeTiming(\.fillMode, to: newValue.motion) }
  }

  private func changeTiming<Value: Equatable>(_ path: WritableKeyPath<MediaTiming, Value>, to value: Value) {
    guard timing[keyPath: path] != value else { return }
    timing[keyPath: path] = value
    setNeedsCommit()
  }
}
