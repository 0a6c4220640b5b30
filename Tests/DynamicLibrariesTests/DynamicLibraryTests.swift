import MultiplaneDynamicLibraries
import Testing

@Suite struct DynamicLibraryTests {
  @Test func aFunctionOfALibraryIsCalled() throws {
    let library = try DynamicLibrary("libm.so.6")
    let cosine: @convention(c) (Double) -> Double = try library.function("cos")
    #expect(cosine(0) == 1)
  }

  /// Of a library that it needs: every one needs the C library.
  @Test func functionsOfOthersAreFoundThroughIt() throws {
    let length: @convention(c) (UnsafePointer<CChar>) -> Int = try DynamicLibrary("libm.so.6").function("strlen")
    #expect(length("four") == 4)
  }

  @Test func whatIsMissingIsNamed() throws {
    let noLibrary = #expect(throws: MissingSymbol.self) { _ = try DynamicLibrary("libnothing.so.0") }
    #expect(noLibrary?.name == "libnothing.so.0")
    let library = try DynamicLibrary("libm.so.6")
    let noFunction = #expect(throws: MissingSymbol.self) { _ = try library.address(of: "cosinus") }
    #expect(noFunction?.name == "cosinus")
  }
}
