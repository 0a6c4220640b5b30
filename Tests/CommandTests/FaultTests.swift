import Foundation
import MultiplaneDrawing
import Testing

/// Calls of the system and the driver that fail in a process of their own, by a library that is
/// loaded before theirs.
@Suite struct FaultTests {
  private let folder: TestFolder
  /// The library's path.
  private let library: String
  private let scene: String

  /// `FAULT` names the call that fails, `FAULT_AT` its number from 1 (0: each).
  private static let source = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <stdlib.h>
    #include <string.h>

    static _Thread_local unsigned pending;
    static int calls;

    static int fails(const char *name) {
      const char *fault = getenv("FAULT"), *at = getenv("FAULT_AT");
      if (!fault || strcmp(fault, name)) return 0;
      return ++calls == (at ? atoi(at) : 0) || !at || !atoi(at);
    }

    #define CALL(name, parameters, arguments)                                   \\
      static void (*next_##name) parameters;                                    \\
      static void own_##name parameters {                                       \\
        if (fails(#name)) pending = 0x0505; else next_##name arguments;         \\
      }

    typedef unsigned u;
    CALL(glTexSubImage2D, (u a, int b, int c, int d, int e, int f, u g, u h, const void *i), (a, b, c, d, e, f, g, h, i))
    CALL(glBufferSubData, (u a, long b, long c, const void *d), (a, b, c, d))
    CALL(glDrawArraysInstanced, (u a, int b, int c, int d), (a, b, c, d))
    CALL(glBlitFramebuffer, (int a, int b, int c, int d, int e, int f, int g, int h, u i, u j), (a, b, c, d, e, f, g, h, i, j))

    static unsigned (*next_glGetError)(void);
    static unsigned own_glGetError(void) {
      unsigned code = pending;
      pending = 0;
      return code ? code : next_glGetError();
    }

    // OpenGL ES is opened late, and its functions are looked up by name: what is found is kept, and ours is given.
    void *dlsym(void *library, const char *name) {
      static void *(*next)(void *, const char *);
      if (!next) next = (void *(*)(void *, const char *))dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
      void *function = next(library, name);
      #define TAKE(call) if (function && !strcmp(name, #call)) { *(void **)&next_##call = function; return (void *)own_##call; }
      TAKE(glTexSubImage2D)
      TAKE(glBufferSubData)
      TAKE(glDrawArraysInstanced)
      TAKE(glBlitFramebuffer)
      TAKE(glGetError)
      return function;
    }

    // `MOST_THREADS` is the number of threads that can be started.
    typedef void *run(void *);
    int pthread_create(unsigned long *thread, const void *attributes, run *function, void *argument) {
      static int (*next)(unsigned long *, const void *, run *, void *), count;
      if (!next) next = (int (*)(unsigned long *, const void *, run *, void *))dlvsym(RTLD_NEXT, "pthread_create", "GLIBC_2.34");
      const char *most = getenv("MOST_THREADS");
      if (most && __sync_fetch_and_add(&count, 1) >= atoi(most)) return 11;
      return next(thread, attributes, function, argument);
    }

    extern void *__libc_calloc(size_t, size_t);
    void *calloc(size_t count, size_t size) {
      // getenv does not allocate.
      if (count && size && count * size >= 4 << 20 && fails("calloc")) return NULL;
      if (count && size && count * size >= 64 << 10 && fails("calloc of 64 KiB")) return NULL;
      return __libc_calloc(count, size);
    }

    // Of all code here, the edges of paths are what grows by realloc.
    extern void *__libc_realloc(void *, size_t);
    void *realloc(void *memory, size_t size) {
      if (size >= 64 << 10 && fails("realloc of 64 KiB")) return NULL;
      return __libc_realloc(memory, size);
    }
    """

  init() throws {
    folder = try TestFolder()
    library = folder.file("fault.so")
    let source = try folder.write(Self.source, to: "fault.c")
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.arguments = ["clang", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"]
    try compiler.run()
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0, "the library was not made")
    // A picture, a backdrop that is copied, a group, and boxes.
    scene = try folder.write(
      """
      {"version": 1, "size": [512, 512], "images": {"i": "i.png"},
       "root": {"frame": [0, 0, 512, 512], "backgroundColor": "#00f", "sublayers": [
         {"frame": [10, 10, 200, 200], "contents": "i", "cornerRadius": 20, "masksToBounds": true},
         {"frame": [100, 100, 300, 300], "backgroundColor": "#ff000080", "compositingFilter": "multiplyBlendMode"},
         {"frame": [150, 150, 200, 200], "opacity": 0.5, "sublayers": [
           {"frame": [0, 0, 100, 100], "backgroundColor": "#0f0"},
           {"frame": [50, 50, 100, 100], "backgroundColor": "#ff0"}]},
         {"frame": [200, 200, 200, 200], "backgroundFilters": [{"name": "CIGaussianBlur", "inputRadius": 5}]}]}}
      """, to: "scene.json")
    let picture = try folder.write(TestScene.halves, to: "i.json")
    _ = try Command.run(["render", picture, "-o", folder.file("i.png"), "--renderer", "reference"])
  }

  private func render(
    _ renderer: String, _ other: String? = nil, fault: String, at number: Int = 0
  ) throws -> CommandResult {
    let scene = try other.map { try folder.write($0, to: "other.json") } ?? scene
    let device = renderer == "gl" ? ["--device", "software"] : []
    return try Command.run(
      ["render", scene, "-o", folder.file("out.png"), "--renderer", renderer] + device,
      environment: ["LD_PRELOAD": library, "FAULT": fault, "FAULT_AT": "\(number)"])
  }

  @Test func withoutFaultsThereIsAPicture() throws {
    for renderer in ["gl", "reference"] {
      let result = try render(renderer, fault: "none")
      #expect(result.status == 0, "\(result.error)")
    }
  }

  /// They hung, or were ended by a library.
  @Test(arguments: ["cpu", "gl", "reference"]) func withoutThreadsThereIsALine(renderer: String) throws {
    let device = renderer == "gl" ? ["--device", "software"] : []
    func render(threads: String) throws -> CommandResult {
      try Command.run(
        ["render", scene, "-o", folder.file("out.png"), "--renderer", renderer] + device,
        environment: ["LD_PRELOAD": library, "MOST_THREADS": threads])
    }
    expectFailure(try render(threads: "0"), status: 1, mentions: "expected 8 free threads, found 0; raise the limit")
    // The command looks for eight, and no more can be started then.
    let result = try render(threads: "8")
    if renderer == "gl" {
      expectFailure(result, status: 1, mentions: "free threads, found 0; raise the limit")
    } else {
      #expect(result.status == 0, "\(result.error)")
    }
  }

  @Test(arguments: ["glTexSubImage2D", "glBufferSubData", "glDrawArraysInstanced", "glBlitFramebuffer"], [0, 1])
  func aCallOfOpenGLThatFailsIsAnErrorAndNoPicture(call: String, number: Int) throws {
    let result = try render("gl", fault: call, at: number)
    expectFailure(result, status: 1, mentions: "GL_OUT_OF_MEMORY")
    #expect(!FileManager.default.fileExists(atPath: folder.file("out.png")))
  }

  private static let text = """
    {"version": 1, "size": [400, 400], "root": {"class": "CATextLayer", "frame": [0, 0, 400, 400], "string": "hello",
     "fontSize": 90MORE}}
    """
  private static let animatedText = text.replacing(
    "MORE",
    with: #", "animations": {"a": {"class": "CABasicAnimation", "keyPath": "fontSize", "fromValue": 9, "duration": 2}}"#
  )

  /// The font libraries start a thread for each font.
  @Test(arguments: [8, 9, 12]) func threadsThatEndWithinTheFontLibrariesAreALine(count: Int) throws {
    let scene = try folder.write(Self.text.replacing("MORE", with: ""), to: "text.json")
    let result = try Command.run(
      ["render", scene, "-o", folder.file("out.png"), "--renderer", "cpu"],
      environment: ["LD_PRELOAD": library, "MOST_THREADS": "\(count)"])
    // Newer versions start fewer threads.
    if count == 8 || result.status != 0 {
      expectFailure(result, status: 1, mentions: "thread")
      #expect(!FileManager.default.fileExists(atPath: folder.file("out.png")))
    }
  }

  /// Without its text a picture is wrong.
  @Test(
    .enabled(if: FontCollection.isAvailable),
    arguments: [text.replacing("MORE", with: ""), animatedText], ["cpu", "reference"])
  func memoryThatATextCannotGetIsAnErrorAndNoPicture(scene: String, renderer: String) throws {
    let result = try render(renderer, scene, fault: "calloc of 64 KiB")
    expectFailure(result, status: 1, mentions: "the system has no")
    #expect(!FileManager.default.fileExists(atPath: folder.file("out.png")))
  }

  private static let path = """
    {"version": 1, "size": [500, 500], "root": {"class": "CAShapeLayer", "frame": [0, 0, 500, 500], "fillColor": null,
     "path": {"ellipse": [10, 10, 480, 480]}, "strokeColor": "#f00", "lineWidth": 5, "lineDashPattern": [0.5, 0.5]}}
    """
  private static let clip = """
    {"version": 1, "size": [500, 500], "root": {"frame": [0, 0, 500, 500], "backgroundColor": "#f00", "mask":
     \(path.replacing(#"{"version": 1, "size": [500, 500], "root": "#, with: "").dropLast())}}
    """

  /// Without a path a picture is wrong.
  @Test(arguments: [path, clip], ["cpu", "gl"])
  func memoryThatAPathCannotGetIsAnErrorAndNoPicture(scene: String, renderer: String) throws {
    let whole = try render(renderer, scene, fault: "none")
    #expect(whole.status == 0, "\(whole.error)")
    try FileManager.default.removeItem(atPath: folder.file("out.png"))
    let result = try render(renderer, scene, fault: "realloc of 64 KiB")
    expectFailure(result, status: 1, mentions: "no memory for the edges of the frame's paths")
    #expect(!FileManager.default.fileExists(atPath: folder.file("out.png")))
  }

  @Test(arguments: [0, 1, 2])
  func memoryThatTheReferenceCannotGetIsAnErrorAndNoPicture(number: Int) throws {
    let result = try render("reference", fault: "calloc", at: number)
    expectFailure(result, status: 1, mentions: "the system has no")
    #expect(!FileManager.default.fileExists(atPath: folder.file("out.png")))
  }
}
