import MultiplaneGraphics
import MultiplaneMotion

/// A layer's own place in time. The superclass of `LayerCompositing` and so of `CALayer`; there, so that subclasses can
/// override all of this.
open class LayerTiming: LayerCopying, CAMediaTiming {
  /// The layer's place in time: duration infinity.
  var timing = MediaTiming.layer

  /// Told when it is another one.
  func timingDidChange() {}

  /// When the layer's time begins, in its superlayer's time; default 0, no beginning of its own.
  open var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set { changeTiming(\.beginTime, to: newValue) }
  }

  /// Length of one cycle, in seconds; default infinity.
  open var duration: CFTimeInterval {
    get { timing.duration }
    set { changeTiming(\.duration, to: newValue) }
  }

  /// How fast the layer's time runs against its superlayer's; 0 stops all within it. Default 1.
  open var speed: Float {
    get { Float(timing.speed) }
    set { changeTiming(\.speed, to: Double(newValue)) }
  }

  /// Added to the layer's time, in seconds; default 0.
  open var timeOffset: CFTimeInterval {
    get { timing.timeOffset }
    set { changeTiming(\.timeOffset, to: newValue) }
  }

  /// How often the cycle runs, fractions included; default 0, which counts as 1.
  open var repeatCount: Float {
    get { Float(timing.repeatCount) }
    set { changeTiming(\.repeatCount, to: Double(newValue)) }
  }

  /// For how long the cycle is repeated, in seconds; above 0 it takes the place of `repeatCount`. Default 0.
  open var repeatDuration: CFTimeInterval {
    get { timing.repeatDuration }
    set { changeTiming(\.repeatDuration, to: newValue) }
  }

  /// Whether each cycle runs back again, which doubles it; default false.
  open var autoreverses: Bool {
    get { timing.autoreverses }
    set { changeTiming(\.autoreverses, to: newValue) }
  }

  /// What shows before the beginning and after the end; default `removed`.
  open var fillMode: CAMediaTimingFillMode {
    get { CAMediaTimingFillMode(timing.fillMode) }
    set { changeTiming(\.fillMode, to: newValue.motion) }
  }

  private func changeTiming<Value: Equatable>(_ path: WritableKeyPath<MediaTiming, Value>, to value: Value) {
    guard timing[keyPath: path] != value else { return }
    timing[keyPath: path] = value
    timingDidChange()
  }
}
