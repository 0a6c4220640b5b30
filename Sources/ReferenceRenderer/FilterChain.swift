import Foundation
import MultiplaneGraphics
import MultiplaneRenderTree

/// One filter on the pixels of a surface (rendering rules §19).
protocol SurfaceFilter {
  /// All pixels that can reach into a box.
  func reached(from box: PixelBox) -> PixelBox
  /// The filtered picture, on pixels of a box.
  func applied(to picture: Surface, in box: PixelBox) -> Surface
}

/// The filters of a layer or of its backdrop, in order, where the layer lies on the device
/// (rendering rules §19).
struct FilterChain {
  private let filters: [any SurfaceFilter]
  /// Nothing outside of this box is drawn.
  private let limit: PixelBox

  /// Nil when the middle of the layer's bounds lies behind the camera.
  init?(_ filters: [Filter], of node: RenderNode, in place: Place) {
    let bounds = node.geometry.bounds
    guard let derivative = PlaneDerivative(of: place.plane, atMiddleOf: bounds) else { return nil }
    limit = place.canvas.grown(byX: Place.mostBeyondCanvas, y: Place.mostBeyondCanvas)
    self.filters = filters.map { filter -> any SurfaceFilter in
      switch filter {
      case .gaussianBlur(let radius): GaussianBlur(kernel: GaussianKernel(radius: radius, derivative))
      case .boxBlur(let radius): BoxBlur(radius: radius, derivative)
      case .bloom(let radius, let intensity):
        Bloom(kernel: GaussianKernel(radius: radius, derivative), intensity: intensity)
      case .color(let filter): ColorFilterStep(filter, bounds: bounds, plane: place.plane)
      case .pixellate(let scale, let center):
        Pixellation(scale: scale, center: center, plane: place.plane, derivative, canvas: place.canvas)
      }
    }
  }

  /// The pixels of the picture before any filter that are needed for a box of the one after all of
  /// them.
  func source(for box: PixelBox) -> PixelBox { needed(for: box).first ?? box }

  /// The picture after all filters, on pixels of a box.
  func applied(to picture: Surface, in box: PixelBox) -> Surface {
    zip(filters, needed(for: box).dropFirst()).reduce(picture) { picture, step in
      step.0.applied(to: picture, in: step.1)
    }
  }

  /// The boxes that are needed before the first filter, and after each.
  private func needed(for box: PixelBox) -> [PixelBox] {
    filters.reversed().reduce(into: [box]) { boxes, filter in
      boxes.insert(filter.reached(from: boxes[0]).intersection(limit), at: 0)
    }
  }
}

extension LayerWalk {
  /// A layer without its shadow and its mask, after its filters; nil when its middle lies behind
  /// the camera.
  ///
  /// - Parameter place: inside the layer, without any clip. Of the picture, `place.box` is needed.
  func filteredPicture(of node: RenderNode, in place: Place) -> Surface? {
    guard let chain = FilterChain(node.filters, of: node, in: place) else { return nil }
    let inside = place.ownSurface(neededBox(chain.source(for: place.box), in: place))
    let surface = Surface(inside.box)
    drawParts(of: node, in: inside, on: surface)
    return chain.applied(to: surface, in: place.box)
  }
}
