// Motion: what an animation makes of time, as pure functions over Sendable values. It knows no layers and no clock.
//
// In:  a time in seconds, and the values that describe an animation (timing, curve, end values, keyframes, spring).
// Out: the animated value at that time, or nil where the animation has no effect.
//
// The one path through it, for an animation on a layer:
//   parent time ──MediaTiming──▶ Sample(progress, cycle) ──TimingCurve or Spring──▶ fraction
//   fraction ──BasicEndpoints, Keyframes or PathKeyframes──▶ AnimatableValue ──cumulative, additive──▶ value to show
// `TransformComponent` and `ValueFunction` carry a number into a transform and back,
// and `MediaTiming.nextChangeTime` tells when to look again.
