import GL
import Glibc
import Testing

@Suite struct DmaBufTests {
  /// The reading end of a pipe sees the end of the file when nobody has the other end any more.
  @Test func closesItsDescriptor() {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
    defer { _ = close(ends[0]) }
    var byte: UInt8 = 0
    do {
      let dmaBuf = DmaBuf(
        descriptor: ends[1], fourcc: 0x3432_5258, modifier: nil, stride: 4, offset: 0, width: 1, height: 1)
      let name = dmaBuf.fourccName
      #expect(name == "XR24")
      #expect(read(ends[0], &byte, 1) == -1 && errno == EAGAIN, "open")
    }
    #expect(read(ends[0], &byte, 1) == 0, "closed")
  }

  @Test func closesTheDescriptorOfEachPlane() {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
    defer { _ = close(ends[0]) }
    do {
      let planes = [ends[1], dup(ends[1])].map { DmaBufLayout.Plane(descriptor: $0, offset: 8, stride: 16) }
      let dmaBuf = DmaBuf(
        layout: DmaBufLayout(
          width: 4, height: 2, fourcc: 0x3231_564e, modifier: 0, planes: planes, video: nil))
      let (name, stride, offset) = (dmaBuf.fourccName, dmaBuf.stride, dmaBuf.offset)
      #expect(name == "NV12" && stride == 16 && offset == 8)
    }
    var byte: UInt8 = 0
    #expect(read(ends[0], &byte, 1) == 0, "closed")
  }
}
