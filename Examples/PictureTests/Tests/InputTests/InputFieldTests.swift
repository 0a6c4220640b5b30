import Input
import MultiplaneTesting
import Testing

@Suite struct InputFieldTests {
  /// The picture is Pictures/InputFieldTests/aFieldAtRest.png, twice as fine.
  @Test func aFieldAtRest() {
    expectPicture(of: InputField(isFocused: false).layer, scale: 2)
  }

  /// Two moments of an animation: the caret is there at first, and gone half a second later.
  @Test(arguments: [(0.25, "there"), (0.75, "gone")])
  func theCaretBlinks(time: Double, name: String) {
    expectPicture(of: InputField(isFocused: true).layer, at: time, named: name)
  }

  /// This one fails, to show how that looks: its kept picture is of a field with less round
  /// corners. The test's attachments have what was drawn, what was expected and their difference:
  /// `swift test --attachments-path failures`.
  @Test func aFieldOfEarlierDays() {
    expectPicture(of: InputField(isFocused: false).layer, scale: 2)
  }
}
