// Motion: animation as pure functions of time over Sendable values. It knows no layers and no
// clock.
//
// In:  a time in seconds, and the description of an animation (timing, curve, end values,
//      keyframes, spring).
// Out: the animated value at that time, or nil if the animation has no effect.
//
// Path, for an animation of a layer:
//   parent time ──MediaTiming──▶ Sample(progress, cycle) ──TimingCurve or Spring──▶ fraction
//   fraction ──BasicEndpoints, Keyframes or PathKeyframes──▶ AnimatableValue
//   ──cumulative, additive──▶ the value to show
// `TransformComponent` and `ValueFunction` convert between a number and a transform.
// `MediaTiming.nextChangeTime` is the next time at which the value changes.
