// swift-tools-version: 6.2
import PackageDescription

// Programs that depend on Multiplane as yours would; README.md beside this file says what each
// does.
let package = Package(
  name: "examples",
  dependencies: [.package(name: "multiplane", path: "..")],
  targets: [
    .executableTarget(
      name: "chart", dependencies: products("QuartzCore", "CoreGraphics", "CoreText", "ImageIO"), path: "Chart"),
    .executableTarget(
      name: "tiledmap", dependencies: products("QuartzCore", "CoreGraphics", "ImageIO"), path: "TiledMap"),
    .executableTarget(name: "pictures", dependencies: products("Multiplane"), path: "Pictures"),
    .executableTarget(
      name: "EmbeddingInSwift", dependencies: products("QuartzCore") + ["COpenGLES"], path: "EmbeddingInSwift"),
    .systemLibrary(name: "COpenGLES", path: "COpenGLES"),
  ],
  swiftLanguageModes: [.v6]
)

func products(_ names: String...) -> [Target.Dependency] { names.map { .product(name: $0, package: "multiplane") } }
