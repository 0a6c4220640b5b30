import CoreGraphics
import QuartzCore

/// A ring of dots of which each fades a little later than the one before.
func replicatorSpinner() {
  let size = CGSize(width: 120, height: 120)
  let spinner = CAReplicatorLayer()
  spinner.frame = CGRect(origin: .zero, size: size)
  let count = 12
  spinner.instanceCount = count
  spinner.instanceDelay = 1.0 / Double(count)
  let angle = CGFloat.pi * 2 / CGFloat(count)
  spinner.instanceTransform = CATransform3DMakeRotation(-angle, 0, 0, 1)

  let dot = CALayer()
  let dotSize: CGFloat = 12
  dot.frame = CGRect(x: (size.width - dotSize) / 2, y: size.height - 20, width: dotSize, height: dotSize)
  dot.backgroundColor = CGColor(red: 0.1, green: 0.4, blue: 0.9, alpha: 1)
  dot.cornerRadius = dotSize / 2
  spinner.addSublayer(dot)

  let fade = CABasicAnimation(keyPath: keyPathOfOpacity)
  fade.fromValue = 1.0
  fade.toValue = 0.1
  fade.duration = 1
  fade.repeatCount = .greatestFiniteMagnitude
  dot.opacity = 0
  dot.add(fade, forKey: "fade")

  let picture = picture(of: spinner, named: "spinner", at: 1.5)
  // Half a second in, the first dot is half way to 0.1, and the one a half turn on begins.
  require(abs((picture.pixel(60, 106).last ?? 0) - 140) < 4, "the first dot")
  require(abs((picture.pixel(60, 14).last ?? 0) - 255) < 4, "the dot opposite")
}

private let keyPathOfOpacity = "opacity"

/// A ring that fills up as something loads, with a round end.
final class ProgressRing: CALayer {
  private let trackLayer = CAShapeLayer()
  private let progressLayer = CAShapeLayer()

  var lineWidth: CGFloat = 10 {
    didSet { for layer in [trackLayer, progressLayer] { layer.lineWidth = lineWidth } }
  }

  private(set) var progress: CGFloat = 0

  override init() {
    super.init()
    commonInit()
  }

  required init?(coder aDecoder: NSCoder) {
    super.init(coder: aDecoder)
    commonInit()
  }

  override init(layer: Any) {
    super.init(layer: layer)
    if let ring = layer as? ProgressRing {
      progress = ring.progress
      lineWidth = ring.lineWidth
    }
  }

  private func commonInit() {
    trackLayer.strokeColor = CGColor(gray: 0.85, alpha: 1)
    progressLayer.strokeColor = CGColor(red: 0.2, green: 0.8, blue: 0.3, alpha: 1)
    progressLayer.strokeEnd = 0
    progressLayer.lineCap = .round
    for layer in [trackLayer, progressLayer] {
      layer.fillColor = CGColor.clear
      layer.lineWidth = lineWidth
      addSublayer(layer)
    }
  }

  override func layoutSublayers() {
    super.layoutSublayers()
    let center = CGPoint(x: bounds.midX, y: bounds.midY)
    let radius = (min(bounds.width, bounds.height) - lineWidth) / 2
    let path = CGMutablePath()
    path.addArc(center: center, radius: radius, startAngle: .pi / 2, endAngle: -3 * .pi / 2, clockwise: true)
    for layer in [trackLayer, progressLayer] {
      layer.frame = bounds
      layer.path = path
    }
  }

  func setProgress(_ value: CGFloat, duration: CFTimeInterval) {
    let animation = CABasicAnimation(keyPath: "strokeEnd")
    animation.duration = duration
    animation.fromValue = progressLayer.presentation()?.strokeEnd ?? progressLayer.strokeEnd
    animation.toValue = value
    animation.timingFunction = CAMediaTimingFunction(name: CAMediaTimingFunctionName.linear)
    progressLayer.strokeEnd = value
    progressLayer.add(animation, forKey: "animateCircle")
    progress = value
  }
}

func strokeEndRing() {
  let ring = ProgressRing()
  ring.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
  ring.layoutIfNeeded()
  ring.setProgress(0.75, duration: 3)
  let picture = picture(of: ring, named: "ring", at: 1)
  // A third of the time: a quarter of the ring, clockwise from the top.
  require(picture.shows([51, 204, 77, 255], 82, 82), "the filled quarter")
  require(picture.shows([217, 217, 217, 255], 18, 18, within: 8), "the track")
  require(picture.painted(in: CGRect(x: 40, y: 40, width: 20, height: 20)) == 0, "the middle")
  require((ring.presentation() as ProgressRing?)?.progress == 0.75, "init(layer:) of the subclass")
}
