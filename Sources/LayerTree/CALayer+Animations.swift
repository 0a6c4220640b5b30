import Graphics
import Motion
import RenderTree

/// An animation on a layer: the layer's own copy, and when it begins.
struct AttachedAnimation {
  let key: String?
  let animation: CAAnimation
  /// In the layer's time: the animation's own, or the time of the first commit after it was added.
  var beginTime: Double?
}

extension CALayer {
  func attach(_ animation: CAAnimation, forKey key: String?) {
    guard let copy = animation.copy() as? CAAnimation else { return }
    if let key { attachedAnimations.removeAll { $0.key == key } }
    // A beginTime of 0 means: when the layer is committed.
    let begin = copy.beginTime == 0 ? nil : copy.beginTime
    attachedAnimations.append(AttachedAnimation(key: key, animation: copy, beginTime: begin))
    setNeedsCommit()
  }

  func detachAnimation(forKey key: String) {
    let count = attachedAnimations.count
    attachedAnimations.removeAll { $0.key == key }
    if attachedAnimations.count != count { setNeedsCommit() }
  }

  /// The animations as values. Those whose key path or values the layer cannot take have no effect and are left out.
  ///
  /// - Parameter time: the layer's local time of the commit, which is when new animations begin.
  func commitAnimations(at time: Double) -> [CommittedAnimation] {
    for index in attachedAnimations.indices where attachedAnimations[index].beginTime == nil {
      attachedAnimations[index].beginTime = time
    }
    return attachedAnimations.compactMap { attached in
      attached.animation.committed(key: attached.key, beginTime: attached.beginTime ?? time, on: kind)
    }
  }
}
