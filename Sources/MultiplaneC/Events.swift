// The names are the header's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CMultiplane
import MultiplaneGraphics
import MultiplaneInteraction
import MultiplaneLayerTree

@c @implementation public func mp_scene_set_event_handler(
  _ scene: OpaquePointer!, _ handler: mp_event_handler!, _ context: UnsafeMutableRawPointer!
) {
  object(scene, as: SceneHandle.self).interaction.observer = handler.map { handler in
    { event in
      withExtendedLifetime(event.layer) {
        var event = mp_event(event)
        withUnsafePointer(to: &event) { handler(context, $0) }
      }
    }
  }
}

@c @implementation public func mp_scene_input(_ scene: OpaquePointer!, _ input: UnsafePointer<mp_input>!) {
  let scene: SceneHandle = object(scene)
  _ = scene.commit()
  let events = input.pointee.kinds(on: scene.scene.size).map { InputEvent($0, time: CACurrentMediaTime()) }
  scene.interaction.handle(events)
}

@c @implementation public func mp_scene_hit(_ scene: OpaquePointer!, _ x: Double, _ y: Double)
  -> OpaquePointer!
{
  let scene: SceneHandle = object(scene)
  _ = scene.commit()
  return retained(scene.scene.root.presentation()?.hitTest(CGPoint(x: x, y: y))?.model())
}

extension mp_input {
  /// The input events, as from an input device.
  fileprivate func kinds(on size: CGSize) -> [InputEvent.Kind] {
    let place = CGPoint(x: x / size.width, y: y / size.height)
    let number = Int(number)
    switch kind {
    case MP_POINTER_MOVE: return [.pointerPlaced(at: place)]
    case MP_BUTTON_PRESS: return [.pointerPlaced(at: place), .buttonPressed(PointerButton(rawValue: number))]
    case MP_BUTTON_RELEASE: return [.pointerPlaced(at: place), .buttonReleased(PointerButton(rawValue: number))]
    case MP_SCROLL: return [.scrolled(byX: x, y: y)]
    case MP_TOUCH_BEGIN: return [.touchBegan(finger: number, at: place)]
    case MP_TOUCH_MOVE: return [.touchMoved(finger: number, at: place)]
    case MP_TOUCH_END: return [.touchEnded(finger: number)]
    case MP_TOUCH_CANCEL: return [.touchCancelled(finger: number)]
    case MP_KEY_PRESS: return [.keyPressed(Key(code: number))]
    case MP_KEY_RELEASE: return [.keyReleased(Key(code: number))]
    default: return []
    }
  }
}

extension mp_event {
  /// The event for C. Its layer is not retained, and valid during the call.
  fileprivate init(_ event: LayerEvent) {
    self.init()
    kind = event.kind.inC
    layer = OpaquePointer(Unmanaged.passUnretained(event.layer).toOpaque())
    let nowhere = CGPoint(x: CGFloat.nan, y: .nan)
    let (location, canvas) = (event.location ?? nowhere, event.canvasLocation ?? nowhere)
    (x, y) = (location.x, location.y)
    (canvas_x, canvas_y) = (canvas.x, canvas.y)
    number = Int32(clamping: event.button?.rawValue ?? event.touch ?? event.key?.code ?? -1)
    is_inside = event.isInside
  }
}

extension LayerEvent.Kind {
  fileprivate var inC: mp_event_kind {
    switch self {
    case .enter: MP_EVENT_ENTER
    case .leave: MP_EVENT_LEAVE
    case .press: MP_EVENT_PRESS
    case .move: MP_EVENT_MOVE
    case .release: MP_EVENT_RELEASE
    case .tap: MP_EVENT_TAP
    case .cancel: MP_EVENT_CANCEL
    case .scroll: MP_EVENT_SCROLL
    case .keyDown: MP_EVENT_KEY_DOWN
    case .keyUp: MP_EVENT_KEY_UP
    }
  }
}
