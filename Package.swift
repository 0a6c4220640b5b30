// swift-tools-version: 6.2
import PackageDescription

// What the trait Service adds: HTTP/1.1 by Hummingbird's core, on SwiftNIO.
let isServed = TargetDependencyCondition.when(traits: ["Service"])
let http: [Target.Dependency] = [
  .product(name: "HummingbirdCore", package: "hummingbird", condition: isServed),
  .product(name: "HTTPTypes", package: "swift-http-types", condition: isServed),
  .product(name: "NIOCore", package: "swift-nio", condition: isServed),
  .product(name: "NIOPosix", package: "swift-nio", condition: isServed),
  .product(name: "NIOHTTP1", package: "swift-nio", condition: isServed),
  .product(name: "NIOHTTPTypes", package: "swift-nio-extras", condition: isServed),
]

// The include paths of a module whose libraries are opened late. SwiftPM takes a path for a name of
// pkg-config; by the libraries' own names it would link them too.
func headers(_ module: String) -> String { "\(Context.packageDirectory)/Sources/System/\(module)/include.pc" }

// One target a module; each lists every module that it imports (tools/check enforces it). Nothing
// imports downwards.
let package = Package(
  name: "multiplane",
  products: [
    .library(name: "Multiplane", targets: ["Multiplane"]),
    .library(name: "MultiplaneTesting", targets: ["MultiplaneTesting"]),
    .library(name: "QuartzCore", targets: ["QuartzCore"]),
    .library(name: "CoreGraphics", targets: ["CoreGraphics", "_Testing_CoreGraphics"]),
    .library(name: "CoreText", targets: ["CoreText"]),
    .library(name: "CoreImage", targets: ["CoreImage", "_Testing_CoreImage"]),
    .library(name: "ImageIO", targets: ["ImageIO"]),
    .library(name: "MultiplaneGraphics", targets: ["MultiplaneGraphics"]),
    .library(name: "MultiplaneLayerTree", targets: ["MultiplaneLayerTree"]),
    .library(name: "MultiplaneInteraction", targets: ["MultiplaneInteraction"]),
    .executable(name: "multiplane", targets: ["MultiplaneProgram"]),
  ],
  // What `multiplane serve` needs is fetched and built only for those who ask for it: a program
  // that uses a library product does not.
  traits: [
    .trait(name: "Service", description: "The command 'serve': pictures and videos over HTTP."),
    .default(enabledTraits: []),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    // Without what reads its configuration from files and environments, which nothing here asks
    // for.
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
  ],
  targets: [
    // System libraries: module maps, no logic.
    .systemLibrary(name: "CEGL"),
    .systemLibrary(name: "CGLES"),
    .systemLibrary(name: "CGBM"),
    .systemLibrary(name: "CDRM", pkgConfig: "libdrm", providers: [.apt(["libdrm-dev"])]),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CMemory"),
    .systemLibrary(name: "CWayland", providers: [.apt(["libwayland-dev"])]),
    .systemLibrary(name: "CLibInput", providers: [.apt(["libinput-dev", "libudev-dev"])]),
    .systemLibrary(name: "CXKBCommon", providers: [.apt(["libxkbcommon-dev"])]),
    .systemLibrary(name: "CLibSeat", providers: [.apt(["libseat-dev"])]),
    .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
    .systemLibrary(name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CAVIF", providers: [.apt(["libavif-dev"])]),
    .systemLibrary(name: "CPango", pkgConfig: headers("CPango"), providers: [.apt(["libpango1.0-dev"])]),
    .systemLibrary(name: "CHyphen", providers: [.apt(["libhyphen-dev"])]),
    .systemLibrary(name: "CRSVG", pkgConfig: headers("CRSVG"), providers: [.apt(["librsvg2-dev"])]),
    .systemLibrary(name: "CWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"])]),
    .systemLibrary(name: "CLCMS2", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),

    // Libraries that are opened when they are first needed.
    .target(name: "CDynamicLibraries", dependencies: ["CAVIF", "CHyphen", "CPango", "CRSVG", "CWayland"]),

    // Values and pure functions.
    .target(name: "Graphics", dependencies: ["CLCMS2"]),
    .target(name: "Motion", dependencies: ["Graphics"]),
    .target(name: "RenderTree", dependencies: ["Graphics", "Motion", "CMemory"]),

    // What well-kept C libraries do for us.
    .target(
      name: "Drawing",
      dependencies: [
        "Graphics", "CAVIF", "CCairo", "CDeflate", "CDynamicLibraries", "CHyphen", "CJPEG", "CLinux", "CPango",
        "CPNG", "CPNGFilters", "CRSVG", "CTIFF", "CWebP",
      ]),

    // The reference renderer: what is right, on the CPU, independent of the others.
    .target(name: "ReferenceRenderer", dependencies: ["Graphics", "RenderTree"]),

    // What the program says.
    .target(
      name: "LayerTree",
      dependencies: [
        "Graphics", "Motion", "RenderTree", "Drawing", "CPURenderer",
        .product(name: "Logging", package: "swift-log"),
      ]),
    .target(name: "SceneFile", dependencies: ["Graphics", "Drawing", "Motion", "RenderTree", "LayerTree"]),
    .target(name: "Lottie", dependencies: ["CDeflate", "Graphics", "Drawing", "Motion", "LayerTree", "SceneFile"]),

    // What is drawn, for every back end: render tree to display list.
    .target(name: "Flattening", dependencies: ["Graphics", "RenderTree"]),

    // Paths as coverage on the device, for all back ends.
    .target(name: "CPixels"),
    .target(name: "PathImages", dependencies: ["Graphics", "RenderTree", "Flattening", "CPixels"]),

    // The renderer for machines without a GPU: tiles on all cores, with kernels in C.
    .target(name: "CPNGFilters"),
    .target(name: "CJPEG", linkerSettings: [.linkedLibrary("jpeg")]),
    .target(name: "CTIFF", dependencies: ["CDynamicLibraries"]),
    .target(
      name: "CPURenderer",
      dependencies: ["Graphics", "Drawing", "RenderTree", "Flattening", "PathImages", "CPixels"]),

    // The renderer for GPUs: OpenGL ES.
    .target(name: "GL", dependencies: ["CGLES", "CEGL", "CDynamicLibraries"]),
    .target(name: "Shaders", path: "Shaders", resources: [.embedInCode("GLSL")]),
    .target(
      name: "GLRenderer",
      dependencies: ["Graphics", "RenderTree", "Flattening", "PathImages", "GL", "Shaders"]),

    // Where frames go.
    .target(
      name: "Displays",
      dependencies: ["CDynamicLibraries", "GL", "CGBM", "CDRM", "CLibSeat", "CLinux", "CWayland"]),
    .target(
      name: "Compositor",
      dependencies: [
        "Graphics", "RenderTree", "LayerTree", "ReferenceRenderer", "Flattening", "CPURenderer", "GL", "GLRenderer",
        "Displays", "CLinux",
        .product(name: "Logging", package: "swift-log"),
      ]),

    // Frames in their order, and the files that they become.
    .target(name: "Video", dependencies: ["Drawing", "RenderTree", "Compositor"]),

    // Many jobs, on all cores of a machine.
    .target(
      name: "Batch",
      dependencies: ["CCrypto", "CLinux", "Drawing", "RenderTree", "SceneFile", "Compositor", "Video"]),

    // Pictures and videos over HTTP, with the trait Service; without it there is nothing in it.
    .target(
      name: "Service",
      dependencies: [
        "Drawing", "RenderTree", "SceneFile", "Compositor", "Video", "Batch",
        .product(name: "Logging", package: "swift-log"),
      ] + http),

    // What people do, and what other programs ask for.
    .target(
      name: "Interaction", dependencies: ["CDynamicLibraries", "CLibInput", "CXKBCommon", "Graphics", "LayerTree"]),
    .target(
      name: "LiveControl",
      dependencies: ["Graphics", "Drawing", "RenderTree", "LayerTree", "SceneFile", "Interaction", "CLinux"]),

    // The Swift interface, and pictures in tests.
    .target(
      name: "Multiplane",
      dependencies: [
        "Graphics", "Drawing", "RenderTree", "LayerTree", "SceneFile", "Lottie", "Displays", "Compositor",
        "Video", "Interaction",
      ]),
    .target(name: "MultiplaneTesting", dependencies: ["Multiplane", "Drawing"]),

    // Umbrellas under Apple's names.
    .target(
      name: "QuartzCore", dependencies: ["Graphics", "Drawing", "LayerTree", "Compositor"]),
    // Cross-import overlays that `import Testing` looks for beside modules of these names.
    .target(name: "_Testing_CoreGraphics"),
    .target(name: "_Testing_CoreImage"),
    .target(name: "CoreGraphics", dependencies: ["Graphics", "Drawing"]),
    .target(name: "CoreText", dependencies: ["Graphics", "Drawing"]),
    .target(name: "CoreImage", dependencies: ["Graphics", "Drawing", "LayerTree"]),
    .target(name: "ImageIO", dependencies: ["Graphics", "Drawing"]),

    // The command, and the program that starts it where it is built.
    .target(
      name: "MultiplaneCommand",
      dependencies: [
        "Graphics", "Drawing", "Motion", "RenderTree", "LayerTree", "SceneFile", "ReferenceRenderer",
        "Flattening", "Displays", "Compositor", "Video", "Multiplane", "Batch", "Service", "Interaction", "LiveControl",
        "Lottie", "CLinux",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      // The page of `multiplane inspect --html`.
      resources: ["inspector.html", "inspector.css", "inspector.js", "views.js"].map {
        .embedInCode("Inspect/Page/" + $0)
      }),
    .executableTarget(name: "MultiplaneProgram", dependencies: ["MultiplaneCommand"]),

    // Tests: one target a module, and what crosses modules.
    .target(
      name: "TestSupport",
      dependencies: [
        "Graphics", "Drawing", "RenderTree", "LayerTree", "SceneFile", "Lottie", "ReferenceRenderer", "Displays",
        "GL", "Compositor", "Motion", "Flattening", "CPURenderer", "TestTiers",
      ],
      path: "Tests/TestSupport"),
    .target(name: "TestTiers", path: "Tests/TestTiers"),
    .target(name: "HostileFiles", path: "Tests/HostileFiles"),
    .target(name: "Poppler", dependencies: ["Drawing", "Graphics"], path: "Tests/Poppler"),
    .testTarget(name: "GraphicsTests", dependencies: ["Graphics"]),
    .testTarget(
      name: "OverlayTests", dependencies: ["CoreGraphics", "CoreImage", "_Testing_CoreGraphics", "_Testing_CoreImage"]),
    .testTarget(name: "MotionTests", dependencies: ["Motion", "Graphics"]),
    .testTarget(
      name: "DrawingTests", dependencies: ["Drawing", "CTIFF", "Graphics", "HostileFiles", "Poppler", "TestTiers"],
      exclude: ["Corpus"]),
    .testTarget(name: "RenderTreeTests", dependencies: ["RenderTree", "Motion", "Graphics", "TestTiers"]),
    .testTarget(
      name: "LayerTreeTests",
      dependencies: ["LayerTree", "RenderTree", "Graphics", "Drawing", "Poppler", "TestTiers"]),
    .testTarget(
      name: "SceneFileTests",
      dependencies: [
        "SceneFile", "Lottie", "LayerTree", "RenderTree", "Motion", "Graphics", "Drawing", "HostileFiles", "TestTiers",
      ]),
    .testTarget(
      name: "LottieTests",
      dependencies: [
        "Lottie", "SceneFile", "LayerTree", "RenderTree", "Graphics", "Drawing", "Compositor", "HostileFiles",
        "TestTiers",
      ],
      exclude: ["Features"]),
    .testTarget(
      name: "ReferenceRendererTests",
      dependencies: [
        "ReferenceRenderer", "RenderTree", "Motion", "Graphics", "SceneFile", "Drawing", "HostileFiles", "TestTiers",
      ]),
    .testTarget(
      name: "FlatteningTests",
      dependencies: ["Flattening", "RenderTree", "Graphics", "TestSupport"]),
    .testTarget(
      name: "CPURendererTests",
      dependencies: [
        "CPURenderer", "CPixels", "PathImages", "Flattening", "ReferenceRenderer", "RenderTree", "Graphics",
        "TestSupport",
      ]),
    .testTarget(name: "GLTests", dependencies: ["GL", "CGLES"]),
    .testTarget(
      name: "GLRendererTests",
      dependencies: [
        "GLRenderer", "Flattening", "RenderTree", "Graphics", "GL", "SceneFile", "TestSupport", "TestTiers",
      ]),
    .testTarget(name: "DisplaysTests", dependencies: ["Displays", "GL"]),
    .testTarget(
      name: "ParityTests",
      dependencies: [
        "TestSupport", "Compositor", "ReferenceRenderer", "SceneFile", "LayerTree", "RenderTree", "Drawing",
        "Flattening", "Graphics", "HostileFiles", "Poppler", "TestTiers",
      ]),
    .testTarget(
      name: "OracleTests",
      dependencies: ["TestSupport", "SceneFile", "RenderTree", "Drawing"]),
    .testTarget(
      name: "CompositorTests",
      dependencies: [
        "Compositor", "CPURenderer", "Flattening", "GL", "Displays", "CGBM", "LayerTree", "RenderTree", "Graphics",
      ]),
    .testTarget(name: "VideoTests", dependencies: ["Video"]),
    .testTarget(
      name: "BatchTests", dependencies: ["Batch", "SceneFile", "RenderTree", "Drawing", "Video", "TestTiers"]),
    .testTarget(
      name: "ServiceTests",
      dependencies: [
        "Service", "Batch", "SceneFile", "Lottie", "Drawing", "Compositor", "RenderTree", "TestTiers",
      ] + http),
    .testTarget(name: "InteractionTests", dependencies: ["Interaction", "LayerTree", "Graphics"]),
    .testTarget(
      name: "LiveControlTests",
      dependencies: [
        "LiveControl", "Interaction", "SceneFile", "LayerTree", "RenderTree", "Graphics", "Drawing",
      ]),
    .testTarget(
      name: "MultiplaneTests", dependencies: ["Multiplane", "MultiplaneTesting"], exclude: ["Pictures"]),
    .testTarget(name: "CommandTests", dependencies: ["MultiplaneCommand", "Drawing", "Graphics", "TestTiers"]),
  ],
  swiftLanguageModes: [.v6]
)

// The C API: the header, which is the contract, and what implements it by `@c @implementation`,
// which Swift 6.2 does not have. tools/install installs the product as libmultiplane.so. The
// command is in it too: the installed executable only starts it, so that Swift's libraries are
// installed once.
#if compiler(>=6.3)
  package.products.append(
    .library(
      name: "MultiplaneC", type: .dynamic,
      // With all that a Swift program may import.
      targets: ["MultiplaneC", "MultiplaneCommand", "QuartzCore", "CoreGraphics", "CoreText", "CoreImage", "ImageIO"]))
  package.targets += [
    .systemLibrary(name: "CMultiplane"),
    .target(
      name: "MultiplaneC",
      dependencies: [
        "CMultiplane", "Graphics", "Drawing", "RenderTree", "LayerTree", "SceneFile", "Flattening", "GL", "Displays",
        "Compositor", "Video", "Multiplane", "Interaction", "LiveControl",
      ]),
  ]
#endif

// A target's name is unique among all packages of a program, so those below Apple's umbrellas,
// which are called as a program's own might be (Interaction, Motion, Graphics), are prefixed:
// module MultiplaneMotion in the folder Sources/Motion. What stands for libraries of the system is
// in Sources/System.
let unprefixed: Set = [
  "Multiplane", "MultiplaneTesting", "MultiplaneC", "CMultiplane", "MultiplaneCommand",
  "QuartzCore", "CoreGraphics", "CoreText", "CoreImage", "ImageIO", "_Testing_CoreGraphics", "_Testing_CoreImage",
]
let ours = package.targets.filter { $0.type == .regular || $0.type == .system }
let prefixed = Set(ours.filter { $0.path == nil || $0.path == "Shaders" }.map(\.name)).subtracting(unprefixed)
for target in package.targets {
  target.dependencies = target.dependencies.map { dependency in
    guard case .byNameItem(let name, let condition) = dependency, prefixed.contains(name) else { return dependency }
    return .byNameItem(name: "Multiplane" + name, condition: condition)
  }
  guard prefixed.contains(target.name) else { continue }
  let isSystem = target.type == .system || target.name == "CDynamicLibraries"
  target.path = target.path ?? "Sources/\(isSystem ? "System/" : "")\(target.name)"
  target.name = "Multiplane" + target.name
}

// A developer's build (CONTRIBUTING.md): incremental, with optimisation where loops go over pixels,
// without which a test of pictures takes a minute. These flags would keep other packages from
// depending on this one, so only our own tools set the variable.
if Context.environment["MULTIPLANE_CONFIGURATION"] == "debug" {
  let drawing: Set = [
    "Graphics", "Motion", "RenderTree", "Drawing", "ReferenceRenderer", "Flattening", "PathImages", "CPURenderer",
    "GLRenderer", "Compositor",
  ]
  for target in package.targets
  where target.name == "TestSupport" || drawing.contains(target.name.replacing("Multiplane", with: "")) {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-O"])]
  }
  for target in package.targets where ["MultiplaneCPixels", "MultiplaneCPNGFilters"].contains(target.name) {
    target.cSettings = (target.cSettings ?? []) + [.unsafeFlags(["-O2"])]
  }
}

// What tests import with @testable, in a release build by our own tools; Motion and PathImages too,
// so that all modules that draw are compiled alike. In the others, those of other packages
// included, the compiler may leave out internal code that nothing refers to.
if Context.environment["MULTIPLANE_IS_TESTABLE"] != nil {
  let testable: Set = [
    "Multiplane", "MultiplaneBatch", "MultiplaneCPURenderer", "MultiplaneCompositor", "MultiplaneDisplays",
    "MultiplaneDrawing", "MultiplaneFlattening", "MultiplaneGL", "MultiplaneGLRenderer", "MultiplaneGraphics",
    "MultiplaneInteraction", "MultiplaneLayerTree", "MultiplaneLottie", "MultiplaneMotion", "MultiplanePathImages",
    "MultiplaneReferenceRenderer", "MultiplaneRenderTree", "MultiplaneSceneFile", "MultiplaneService",
    "MultiplaneTesting", "MultiplaneVideo",
  ]
  for target in package.targets where testable.contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-enable-testing"])]
  }
}

// Tests compile in half the time without optimisation. Their loops over pixels are in TestSupport,
// which has it, as all has that they test. Without optimisation the compiler would parse and check
// a whole module twice, once for its interface alone, for which nothing waits.
for target in package.targets where target.type == .test {
  target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"])]
}
