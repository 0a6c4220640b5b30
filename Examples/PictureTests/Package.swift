// swift-tools-version: 6.2
import PackageDescription

// A package of its own, as yours may be: a library with layers, and tests that hold its pictures
// against kept ones. In a clone elsewhere the path is that of Multiplane's folder.
let package = Package(
  name: "PictureTests",
  dependencies: [.package(name: "multiplane", path: "../..")],
  targets: [
    // Called as one of Multiplane's own folders is, which does no harm.
    .target(name: "Input", dependencies: [.product(name: "Multiplane", package: "multiplane")]),
    .testTarget(
      name: "InputTests", dependencies: ["Input", .product(name: "MultiplaneTesting", package: "multiplane")],
      exclude: ["Pictures"]),
  ],
  swiftLanguageModes: [.v6]
)
