// QuartzCore: an umbrella module with Apple's name, for source written for `import QuartzCore`.
//
// It adds nothing of its own. `CALayer` and its subclasses are in LayerTree, values in Graphics,
// drawing in Drawing, and `CARenderer` in Compositor. These are separate modules because the
// compositor must know renderers, and layers must not.

@_exported import MultiplaneCompositor
@_exported import MultiplaneDrawing
@_exported import MultiplaneGraphics
@_exported import MultiplaneLayerTree
