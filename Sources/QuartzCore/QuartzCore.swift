// QuartzCore: the umbrella under Apple's name.
//
// Source written for Apple's `import QuartzCore` compiles with it unchanged. It adds nothing of its own: `CALayer` and its
// kin are in LayerTree, values in Graphics, drawing in Drawing, and what shows layers in Compositor. An umbrella, and no
// module with all of it, because what shows layers must know renderers and layers must not.

@_exported import MultiplaneCompositor
@_exported import MultiplaneDrawing
@_exported import MultiplaneGraphics
@_exported import MultiplaneLayerTree
