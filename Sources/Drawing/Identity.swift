import MultiplaneGraphics

extension CGContext: CFIdentity {}
extension CGLayer: CFIdentity {}
extension CGFont: CFIdentity {}
extension CGImageSource: CFIdentity {}
extension CGImageDestination: CFIdentity {}
extension CGDataConsumer: CFIdentity {}
extension CTLine: CFIdentity {}
extension CTRun: CFIdentity {}
extension CTFrame: CFIdentity {}
extension CTFramesetter: CFIdentity {}
