import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import Testing

/// `CIFilter` and `CIVector`.
@Suite struct FilterTests {
  @Test(arguments: FilterDescription.all.map(\.name))
  func everyFilterHasItsInputs(name: String) throws {
    let filter = try #require(CIFilter(name: name))
    let description = try #require(FilterDescription.named(name))
    #expect(filter.name == name && filter.isEnabled)
    #expect(filter.inputKeys == description.inputs.map(\.key))
    for input in description.inputs {
      switch input.defaultValue {
      case .number(let number): #expect(filter.value(forKey: input.key) as? Double == number)
      case .vector(let components): #expect((filter.value(forKey: input.key) as? CIVector)?.count == components.count)
      }
    }
  }

  @Test(arguments: ["", "CIGaussianBlurr", "gaussianBlur", "multiplyBlendMode", "CISparkle"])
  func unknownNames(name: String) {
    #expect(CIFilter(name: name) == nil)
    #expect(CIFilter(name: name, parameters: ["inputRadius": 1]) == nil)
  }

  @Test func blendModesAreFiltersWithoutInputs() throws {
    let filter = try #require(CIFilter(name: "CISourceAtopCompositing", parameters: nil))
    #expect(filter.inputKeys.isEmpty && filter.filterValue == nil)
    #expect(filter.value(forKey: "inputRadius") == nil)
  }

  @Test func inputs() throws {
    let filter = try #require(CIFilter(name: "CIPixellate", parameters: ["inputScale": CGFloat(4)]))
    #expect(filter.value(forKey: kCIInputScaleKey) as? Double == 4)
    filter.setValue(CIVector(x: 1, y: 2), forKey: kCIInputCenterKey)
    #expect(filter.value(forKey: kCIInputCenterKey) as? CIVector == CIVector(cgPoint: CGPoint(x: 1, y: 2)))
    // Of another kind, of another length, of another filter: nothing changes.
    for value in [4, CIVector(x: 1, y: 2, z: 3), "1 2"] as [Any] { filter.setValue(value, forKey: kCIInputCenterKey) }
    filter.setValue(5, forKey: kCIInputRadiusKey)
    #expect(filter.value(forKey: kCIInputCenterKey) as? CIVector == CIVector(x: 1, y: 2))
    #expect(filter.value(forKey: kCIInputRadiusKey) == nil)
    filter.setValue(nil, forKey: kCIInputCenterKey)
    #expect(filter.value(forKey: kCIInputCenterKey) as? CIVector == CIVector(x: 150, y: 150))
    filter.setDefaults()
    #expect(filter.value(forKey: kCIInputScaleKey) as? Double == 8)
  }

  @Test func nameAndSwitchByKey() throws {
    let filter = try #require(CIFilter(name: "CISepiaTone"))
    filter.setValue("old", forKey: "name")
    filter.setValue(false, forKey: "enabled")
    #expect(filter.name == "old" && !filter.isEnabled)
    #expect(filter.value(forKey: "name") as? String == "old" && filter.value(forKey: "enabled") as? Bool == false)
    #expect(filter.filterValue?.name == "old" && filter.filterValue?.isEnabled == false)
    filter.name = "CISepiaTone"
    #expect(filter.filterValue?.name == nil)
  }

  @Test func copiesAndEquality() throws {
    let filter = try #require(CIFilter(name: "CISepiaTone", parameters: [kCIInputIntensityKey: 0.5]))
    let copy = try #require(filter.copy() as? CIFilter)
    #expect(copy == filter && copy !== filter && copy.hash == filter.hash)
    copy.setValue(0.25, forKey: kCIInputIntensityKey)
    #expect(copy != filter)
    #expect(filter.value(forKey: kCIInputIntensityKey) as? Double == 0.5)
    #expect(CIFilter(name: "CIColorInvert") != CIFilter(name: "CIPhotoEffectMono"))
    #expect(CIFilter(name: "CIXor") == nil)
  }

  @Test func vectors() {
    let vector = CIVector(x: 1, y: 2, z: 3, w: 4)
    #expect(vector.count == 4)
    #expect((vector.x, vector.y, vector.z) == (1, 2, 3))
    #expect(vector.w == 4 && vector.value(at: 3) == 4 && vector.value(at: 4) == 0 && vector.value(at: -1) == 0)
    #expect(vector.cgRectValue == CGRect(x: 1, y: 2, width: 3, height: 4))
    #expect(vector == CIVector(cgRect: CGRect(x: 1, y: 2, width: 3, height: 4)))
    #expect(vector != CIVector(x: 1, y: 2, z: 3))
    #expect(CIVector(x: 7).y == 0 && CIVector(x: 7).cgPointValue == CGPoint(x: 7, y: 0))
    let numbers: [CGFloat] = [5, 6]
    #expect(CIVector(values: numbers, count: 2) == CIVector(x: 5, y: 6))
    let transform = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    #expect(CIVector(cgAffineTransform: transform).cgAffineTransformValue == transform)
  }
}
