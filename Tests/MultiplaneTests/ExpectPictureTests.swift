import Multiplane
import MultiplaneTesting
import Testing

@Suite struct ExpectPictureTests {
  private func badge(_ red: CGFloat) -> CALayer {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 24, height: 16)
    layer.cornerRadius = 6
    layer.backgroundColor = CGColor(red: red, green: 0.2, blue: 0.3, alpha: 1)
    return layer
  }

  @Test func aBadge() {
    #expect(expectPicture(of: badge(0.9), scale: 2))
  }

  @Test func anotherColourIsAnIssue() {
    withKnownIssue {
      expectPicture(of: badge(0.4), scale: 2, function: "aBadge()")
    } matching: { issue in
      "\(issue)".contains("pixels differ by more than 1/255")
    }
  }

  @Test func aMissingPictureIsAnIssue() {
    withKnownIssue {
      expectPicture(of: badge(0.9), named: "never kept")
    } matching: { issue in
      "\(issue)".contains("MULTIPLANE_RECORD=missing")
    }
  }
}
