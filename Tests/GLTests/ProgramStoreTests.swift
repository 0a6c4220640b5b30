import Foundation
import Testing

@testable import MultiplaneGL

@Suite struct ProgramStoreTests {
  private let folder = NSTemporaryDirectory() + "ProgramStoreTests-" + UUID().uuidString

  private func key(_ device: Device, _ text: String) -> ProgramStore.Key {
    ProgramStore.Key(
      device.capabilities, vertex: ShaderSource(name: "v", text: text), fragment: ShaderSource(name: "f", text: ""),
      layout: VertexLayout(stride: 4, attributes: []))
  }

  @Test func aProgramComesBackAsItWas() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let device = try makeDevice()
    let store = ProgramStore(folder: folder)
    let binary = ProgramStore.Binary(format: 0xfedc_ba98, bytes: Array(0...255))
    #expect(store.load(key(device, "a")) == nil)
    store.save(binary, as: key(device, "a"))
    #expect(store.load(key(device, "a")) == binary)
    #expect(store.load(key(device, "b")) == nil)
  }

  /// Opening a pipe for reading waits for a writer, for ever. (The limit counts the wait for a free
  /// thread, too.)
  @Test(.timeLimit(.minutes(20))) func aPipeInPlaceOfAFileIsNone() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let device = try makeDevice()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(mkfifo(folder + "/" + key(device, "a").fileName, 0o600) == 0)
    #expect(ProgramStore(folder: folder).load(key(device, "a")) == nil)
  }

  @Test("A truncated, changed or foreign file counts as none", arguments: 0..<4)
  func badFiles(fault: Int) throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let device = try makeDevice()
    let store = ProgramStore(folder: folder)
    store.save(ProgramStore.Binary(format: 1, bytes: Array(0...255)), as: key(device, "a"))
    let path = folder + "/" + key(device, "a").fileName
    var data = try #require(FileManager.default.contents(atPath: path))
    switch fault {
    case 0: data = data.dropLast(3)
    case 1: data[data.count - 100] ^= 1
    case 2: data = Data()
    default: data[3] ^= 1
    }
    try data.write(to: URL(fileURLWithPath: path))
    #expect(store.load(key(device, "a")) == nil)
  }

  @Test func aProgramOutOfTheStoreDrawsTheSame() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var pictures: [[UInt8]] = []
    var files: [[StoredFile]] = []
    for _ in 0..<2 {
      pictures.append(try picture(with: Quad.fill))
      files.append(try storedFiles())
    }
    #expect(pictures[0] == pictures[1])
    #expect(pictures[0].contains(255))
    #expect(files[0].count == 1)
    // A compiled program is written again, as another file that takes the place of the old one.
    #expect(files[0] == files[1])
  }

  /// Another program under its name gives it away.
  @Test func aProgramInTheStoreIsNotCompiled() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let red = try picture(with: Quad.fill)
    let device = try makeDevice()
    let store = ProgramStore(folder: folder)
    let white = ShaderSource(
      name: "fill.frag", text: Quad.fill.text.replacing("result = fill", with: "result = vec4(1.0)"))
    func key(_ fragment: ShaderSource) -> ProgramStore.Key {
      ProgramStore.Key(device.capabilities, vertex: Quad.vertex, fragment: fragment, layout: Quad.layout)
    }
    _ = try picture(with: white)
    store.save(try #require(store.load(key(white))), as: key(Quad.fill))
    let swapped = try picture(with: Quad.fill)
    #expect(pixel(red, 2, 2, width: 4) == [255, 0, 0, 255])
    #expect(pixel(swapped, 2, 2, width: 4) == [255, 255, 255, 255])
  }

  /// A rectangle that is to be red, on a device of its own with the store.
  private func picture(with fragment: ShaderSource) throws -> [UInt8] {
    let device = try makeDevice()
    device.programStore = ProgramStore(folder: folder)
    let surface = try device.makeSurface(width: 4, height: 4, label: "target")
    let program = try device.makeQuadProgram(fragment: fragment, size: SIMD2(4, 4))
    let quads = try device.makeBuffer([Quad(1, 1, 3, 3, SIMD4(1, 0, 0, 1))])
    device.beginPass(on: surface.frame(), load: .clear(0, 0, 0, 0), label: "draw")
    device.draw(program, instances: quads, instanceCount: 1)
    device.endPass()
    let picture = try device.readPixels(surface.frame())
    device.expectNoFaults()
    return picture
  }

  private struct StoredFile: Equatable {
    var name: String
    /// The file system's.
    var number: UInt64?
    var written: Date?
  }

  private func storedFiles() throws -> [StoredFile] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { name in
      let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)
      return StoredFile(
        name: name, number: (attributes[.systemFileNumber] as? NSNumber)?.uint64Value,
        written: attributes[.modificationDate] as? Date)
    }
  }

  @Test(
    "Where programs are kept",
    arguments: [
      (["XDG_CACHE_HOME": "/c", "HOME": "/h"], "/c/multiplane/programs"),
      (["HOME": "/h"], "/h/.cache/multiplane/programs"),
      (["XDG_CACHE_HOME": "c", "HOME": "/h"], "/h/.cache/multiplane/programs"), ([:], nil),
    ] as [([String: String], String?)])
  func folder(environment: [String: String], folder: String?) {
    #expect(ProgramStore(environment: environment)?.folder == folder)
  }
}
