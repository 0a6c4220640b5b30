import Foundation
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import Testing

@Suite struct KeyValueTests {
  private let layer = CALayer()

  @Test func arbitraryKeys() {
    #expect(layer.value(forKey: "own") == nil)
    layer.setValue([1, 2], forKey: "own")
    #expect(layer.value(forKey: "own") as? [Int] == [1, 2])
    #expect(layer.value(forKeyPath: "own") as? [Int] == [1, 2])
    layer.setValue("x", forKeyPath: "other")
    #expect(layer.value(forKey: "other") as? String == "x")
    layer.setValue(nil, forKey: "own")
    #expect(layer.value(forKey: "own") == nil)
  }

  @Test(arguments: [0.5 as Double, CGFloat(0.5), Float(0.5), NSNumber(value: 0.5)] as [any Sendable])
  func anyNumberGoesIn(number: any Sendable) {
    layer.setValue(number, forKey: "cornerRadius")
    #expect(layer.cornerRadius == 0.5)
    #expect(layer.value(forKey: "cornerRadius") as? NSNumber == 0.5)
  }

  @Test func wholeNumbersAndBooleans() {
    layer.setValue(3, forKey: "cornerRadius")
    #expect(layer.cornerRadius == 3)
    layer.setValue(UInt8(7), forKey: "cornerRadius")
    #expect(layer.cornerRadius == 7)
    layer.setValue(true, forKey: "isHidden")
    #expect(layer.isHidden)
    layer.setValue(0, forKey: "hidden")
    #expect(!layer.isHidden)
    #expect(layer.value(forKey: "hidden") as? Bool == false)
  }

  @Test func boxesOpen() {
    layer.setValue(NSValue(point: CGPoint(x: 1, y: 2)), forKey: "position")
    #expect(layer.position == CGPoint(x: 1, y: 2))
    layer.setValue(NSValue(rect: CGRect(x: 1, y: 2, width: 3, height: 4)), forKey: "bounds")
    #expect(layer.bounds == CGRect(x: 1, y: 2, width: 3, height: 4))
    layer.setValue(NSValue(size: CGSize(width: 5, height: 6)), forKeyPath: "bounds.size")
    #expect(layer.bounds == CGRect(x: 1, y: 2, width: 5, height: 6))
    layer.setValue(NSValue(caTransform3D: CATransform3DMakeScale(2, 3, 4)), forKey: "transform")
    #expect(layer.transform.m22 == 3)
    layer.setValue(NSValue(point: CGPoint(x: 7, y: 8)), forKeyPath: "transform.translation")
    #expect(layer.transform.m41 == 7 && layer.transform.m42 == 8)
  }

  @Test func boxesOfAnotherKindChangeNothing() {
    layer.position = CGPoint(x: 1, y: 2)
    layer.bounds = CGRect(x: 1, y: 2, width: 3, height: 4)
    layer.transform = CATransform3DMakeScale(2, 3, 4)
    let committed = layer.commit(at: 0)
    let number = NSNumber(value: 5)
    for key in ["position", "bounds", "transform", "backgroundColor", "contentsGravity"] {
      layer.setValue(number, forKey: key)
    }
    layer.setValue(NSValue(rect: .zero), forKey: "position")
    layer.setValue(NSValue(point: .zero), forKey: "bounds")
    layer.setValue(NSValue(rect: .zero), forKeyPath: "bounds.size")
    #expect(layer.commit(at: 0) === committed)
  }

  @Test func nilForAColorAndForOthers() {
    layer.backgroundColor = .white
    layer.opacity = 0.5
    layer.setValue(nil, forKey: "backgroundColor")
    layer.setValue(NSNull(), forKey: "borderColor")
    layer.setValue(nil, forKey: "opacity")
    #expect(layer.backgroundColor == nil && layer.borderColor == nil)
    #expect(layer.opacity == 0.5)
  }

  @Test func parts() {
    layer.setValue(5, forKeyPath: "position.x")
    layer.setValue(6, forKeyPath: "position.y")
    #expect(layer.position == CGPoint(x: 5, y: 6))
    layer.setValue(30, forKeyPath: "bounds.size.width")
    #expect(layer.bounds == CGRect(x: 0, y: 0, width: 30, height: 0))
    #expect(layer.value(forKeyPath: "bounds.size.width") as? Double == 30)
    layer.setValue(2, forKeyPath: "transform.scale.xy")
    #expect(CATransform3DEqualToTransform(layer.transform, CATransform3DMakeScale(2, 2, 1)))
    layer.setValue(0.5, forKeyPath: "transform.rotation.z")
    let expected = CATransform3DConcat(CATransform3DMakeScale(2, 2, 1), CATransform3DMakeRotation(0.5, 0, 0, 1))
    #expect(abs(layer.transform.m11 - expected.m11) < 1e-12 && abs(layer.transform.m12 - expected.m12) < 1e-12)
    #expect(layer.value(forKeyPath: "transform.translation") as? CGSize == .zero)
  }

  @Test func frameAndName() {
    layer.setValue(CGRect(x: 1, y: 2, width: 3, height: 4), forKey: "frame")
    #expect(layer.frame == CGRect(x: 1, y: 2, width: 3, height: 4))
    #expect(layer.value(forKey: "frame") as? CGRect == layer.frame)
    layer.anchorPoint = .zero
    layer.bounds.origin = CGPoint(x: 50, y: 60)
    layer.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
    #expect(layer.value(forKeyPath: "frame.size.width") as? CGFloat == 3)
    #expect(layer.value(forKeyPath: "frame.size") as? CGSize == CGSize(width: 3, height: 4))
    #expect(layer.value(forKeyPath: "frame.origin") as? CGPoint == CGPoint(x: 1, y: 2))
    layer.setValue(7, forKeyPath: "frame.origin.x")
    layer.setValue(NSValue(size: CGSize(width: 8, height: 9)), forKeyPath: "frame.size")
    #expect(layer.frame == CGRect(x: 7, y: 2, width: 8, height: 9) && layer.bounds.origin == CGPoint(x: 50, y: 60))
    layer.setValue("wide", forKeyPath: "frame.size.width")
    layer.setValue(5, forKeyPath: "frame.size")
    #expect(layer.frame == CGRect(x: 7, y: 2, width: 8, height: 9))
    #expect(layer.value(forKeyPath: "frame.x") == nil)
    layer.setValue("box", forKey: "name")
    #expect(layer.name == "box")
    #expect(layer.value(forKey: "name") as? String == "box")
  }

  @Test func hierarchy() {
    let sublayer = CALayer()
    #expect(layer.value(forKey: "sublayers") == nil)
    layer.setValue([sublayer], forKey: "sublayers")
    #expect(layer.value(forKey: "sublayers") as? [CALayer] == [sublayer])
    #expect(sublayer.value(forKey: "superlayer") as? CALayer === layer)
    sublayer.setValue(nil, forKey: "superlayer")
    #expect(sublayer.superlayer === layer)
  }

  @Test(arguments: [
    ("beginTime", 1.5), ("duration", 2), ("speed", 0.5), ("timeOffset", 3), ("repeatCount", 4), ("repeatDuration", 5),
    ("autoreverses", 1),
  ])
  func timing(key: String, number: Double) {
    let before = layer.commit(at: 0)
    layer.setValue(number, forKey: key)
    #expect((layer.value(forKey: key) as? NSNumber)?.doubleValue == number)
    #expect(layer.commit(at: 0).timing != before.timing)
    layer.setValue("wrong", forKey: key)
    #expect((layer.value(forKey: key) as? NSNumber)?.doubleValue == number)
  }

  @Test func fillMode() {
    layer.setValue("both", forKey: "fillMode")
    #expect(layer.fillMode == .both)
    layer.setValue(CAMediaTimingFillMode.forwards, forKey: "fillMode")
    #expect(layer.value(forKey: "fillMode") as? String == "forwards")
  }

  @Test(arguments: [
    "bounds", "position", "cornerRadius", "backgroundColor", "contents", "zPosition", "timeOffset", "beginTime",
    "autoreverses", "nothing", "frame", "name", "isHidden", "isDoubleSided",
  ])
  func defaultIsNilWhereItIsZero(key: String) {
    #expect(CALayer.defaultValue(forKey: key) == nil)
  }

  @Test(arguments: [
    "hidden", "opaque", "masksToBounds", "geometryFlipped", "shouldRasterize", "needsDisplayOnBoundsChange",
    "drawsAsynchronously", "wantsExtendedDynamicRangeContent",
  ])
  func truthValuesHaveDefaults(key: String) {
    #expect(CALayer.defaultValue(forKey: key) as? Bool == false)
    #expect(layer.value(forKey: key) as? Bool == false)
  }

  @Test func defaultsOfNames() {
    #expect(CALayer.defaultValue(forKey: "contentsFormat") as? String == "RGBA8")
    #expect(CALayer.defaultValue(forKey: "preferredDynamicRange") as? String == "standard")
    #expect(CALayer.defaultValue(forKey: "toneMapMode") as? String == "automatic")
    #expect(CALayer.defaultValue(forKey: "contentsHeadroom") as? Double == 0)
    #expect(layer.value(forKey: "toneMapMode") as? String == "automatic")
    #expect(CATiledLayer.defaultValue(forKey: "levelsOfDetailBias") as? Int == 0)
  }

  @Test func defaultsOfAnimationsAndCells() {
    #expect(CASpringAnimation.defaultValue(forKey: "mass") as? Double == 1)
    #expect(CASpringAnimation.defaultValue(forKey: "stiffness") as? CGFloat == 100)
    #expect(CASpringAnimation.defaultValue(forKey: "damping") as? Float == 10)
    #expect(CASpringAnimation.defaultValue(forKey: "allowsOverdamping") as? Bool == false)
    #expect(CASpringAnimation.defaultValue(forKey: "initialVelocity") == nil)
    #expect(CASpringAnimation.defaultValue(forKey: "speed") as? Double == 1)
    #expect(CAKeyframeAnimation.defaultValue(forKey: "calculationMode") as? String == "linear")
    #expect(CAAnimation.defaultValue(forKey: "removedOnCompletion") as? Bool == true)
    #expect(CAAnimation.defaultValue(forKey: "isRemovedOnCompletion") == nil)
    #expect(CAEmitterCell.defaultValue(forKey: "isEnabled") == nil)
  }

  @Test func defaultValues() {
    #expect(CALayer.defaultValue(forKey: "opacity") as? Double == 1)
    #expect(CALayer.defaultValue(forKey: "doubleSided") as? Bool == true)
    #expect(CALayer.defaultValue(forKey: "anchorPoint") as? CGPoint == CGPoint(x: 0.5, y: 0.5))
    #expect(CALayer.defaultValue(forKey: "contentsRect") as? CGRect == CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(CALayer.defaultValue(forKey: "contentsGravity") as? String == "resize")
    #expect(CALayer.defaultValue(forKey: "borderColor") as? CGColor == .opaqueBlack)
    #expect((CALayer.defaultValue(forKey: "transform") as? CATransform3D).map(CATransform3DIsIdentity) == true)
    #expect(CALayer.defaultValue(forKey: "duration") as? Double == .infinity)
    #expect(CALayer.defaultValue(forKey: "speed") as? Double == 1)
    #expect(CALayer.defaultValue(forKey: "fillMode") as? String == "removed")
    #expect(CATransformLayer.defaultValue(forKey: "opacity") as? Double == 1)
  }
}
