import Foundation
import MultiplaneGraphics
import Testing

/// Data providers whose bytes callbacks give.
@Suite struct CGDataProviderTests {
  /// Bytes, how far they are read, and what was called.
  private final class Source {
    let bytes: [UInt8]
    var position = 0
    var calls: [String] = []
    init(_ bytes: [UInt8]) { self.bytes = bytes }
    var info: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
    static func from(_ info: UnsafeMutableRawPointer?) -> Source? {
      info.map { Unmanaged<Source>.fromOpaque($0).takeUnretainedValue() }
    }
  }

  @Test func fromStartToEnd() throws {
    let source = Source(Array(0..<200))
    var callbacks = CGDataProviderSequentialCallbacks(
      version: 0,
      getBytes: { info, buffer, count in
        guard let source = Source.from(info) else { return 0 }
        // Fewer at a time than asked for.
        let part = source.bytes[source.position...].prefix(min(count, 70))
        part.withUnsafeBytes { bytes in bytes.baseAddress.map { buffer.copyMemory(from: $0, byteCount: bytes.count) } }
        source.position += part.count
        return part.count
      }, skipForward: nil, rewind: nil, releaseInfo: { Source.from($0)?.calls.append("release") })
    var provider = CGDataProvider(sequentialInfo: source.info, callbacks: &callbacks)
    #expect(provider?.data as Data? == Data(0..<200) && provider?.info == source.info && source.calls == [])
    provider = nil
    #expect(source.calls == ["release"])
    callbacks = CGDataProviderSequentialCallbacks()
    #expect(CGDataProvider(sequentialInfo: nil, callbacks: &callbacks) == nil)
  }

  @Test func atAnyPosition() throws {
    let source = Source(Array(0..<100))
    var callbacks = CGDataProviderDirectCallbacks()
    callbacks.getBytesAtPosition = { info, buffer, position, count in
      guard let source = Source.from(info) else { return 0 }
      let part = source.bytes[Int(position)...].prefix(min(count, 33))
      part.withUnsafeBytes { bytes in bytes.baseAddress.map { buffer.copyMemory(from: $0, byteCount: bytes.count) } }
      return part.count
    }
    let provider = try #require(CGDataProvider(directInfo: source.info, size: 90, callbacks: &callbacks))
    #expect(provider.data as Data? == Data(0..<90))
    #expect(CGDataProvider(directInfo: source.info, size: -1, callbacks: &callbacks) == nil)
    var pointer = CGDataProviderDirectCallbacks(
      version: 0, getBytePointer: { UnsafeRawPointer($0) }, releaseBytePointer: { _, _ in }, getBytesAtPosition: nil,
      releaseInfo: nil)
    var memory: [UInt8] = [5, 6, 7]
    let bytes = memory.withUnsafeMutableBytes { memory in
      CGDataProvider(directInfo: memory.baseAddress, size: 3, callbacks: &pointer)?.data as Data?
    }
    #expect(bytes == Data([5, 6, 7]))
    pointer.getBytePointer = nil
    #expect(CGDataProvider(directInfo: nil, size: 3, callbacks: &pointer) == nil)
  }
}
