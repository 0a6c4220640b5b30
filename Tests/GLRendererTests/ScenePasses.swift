/// How many passes the scenes of effects take: those off screen, and all. What draws into the frame in several goes, as around
/// blend modes, counts once for each.
///
/// `ScenePassTests` counts them. A number that grows is a pass that the picture may not need: read the scene before you change it.
enum ScenePasses {
  struct Count: Equatable {
    var offScreen: Int
    var all: Int
  }

  /// Of each scene, by its path without the ending.
  static let table: [String: Count] = {
    var counts: [String: Count] = [:]
    for line in rows.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 3, let offScreen = Int(words[1]), let all = Int(words[2]) else {
        preconditionFailure("A row has a scene and two numbers: \(line)")
      }
      let isNew = counts.updateValue(Count(offScreen: offScreen, all: all), forKey: String(words[0])) == nil
      precondition(isNew, "A scene has one row: \(line)")
    }
    return counts
  }()

  private static let rows = """
    backdrop/backdrop-at-the-edge-of-the-canvas                        8  11
    backdrop/backdrop-blur                                             7  10
    backdrop/backdrop-faded-masked-clipped                            12  16
    backdrop/backdrop-in-group-and-over-another                       14  17
    backdrop/backdrop-turned                                           7  10
    blend/blend-dodge-of-image                                         2   4
    blend/blend-from-core-image                                        2   4
    blend/blend-in-perspective                                         4   7
    blend/blend-isolated-by-group                                      6   8
    blend/blend-luminosity-of-grey                                     2   4
    blend/blend-modes-of-color                                        30  46
    blend/blend-modes-that-magnify                                    20  31
    blend/blend-nested                                                 8  10
    blend/blend-porter-duff                                           48  49
    blend/blend-punched-hole                                           4   5
    blend/blend-wide-colors-in-groups                                 15  16
    blend/blend-with-clip-opacity-shadow                               4   7
    border/border-fading-opaque                                        0   1
    border/border-masked-corners                                       0   1
    border/border-negative-width                                       0   1
    border/border-of-clipping-layer                                    0   1
    border/border-over-sublayers                                       0   1
    border/border-rotated                                              0   1
    border/border-rounded                                              0   1
    border/border-scaled-unevenly                                      0   1
    border/border-translucent                                          0   1
    border/border-wider-than-bounds                                    0   1
    border/border-widths                                               0   1
    clip/clip-bounds-origin                                            0   1
    clip/clip-in-perspective                                           0   1
    clip/clip-masked-corners                                           0   1
    clip/clip-of-transparent-layer                                     0   1
    clip/clip-own-contents                                             0   1
    clip/clip-rectangle                                                0   1
    clip/clip-rotated-in-rotated                                       0   1
    clip/clip-rounded-in-rotated-rounded-in-rectangle                  0   1
    clip/clip-rounded                                                  0   1
    clip/clip-scaled-unevenly                                          0   1
    clip/clip-twelve-deep                                              0   1
    corner-curve/corner-curve-as-sides-grow                            0   1
    corner-curve/corner-curve-border-clip-gradient                     0   1
    corner-curve/corner-curve-continuous                               0   1
    corner-curve/corner-curve-turned-and-in-perspective                0   1
    edges/edges-hard-beside-round-corners                              0   1
    edges/edges-of-all-kinds                                           0   1
    edges/edges-that-meet                                              0   1
    edges/edges-without-antialiasing                                   0   1
    filter/filter-alpha-from-luminance                                 1   2
    filter/filter-alpha-of-faint-image                                 1   2
    filter/filter-animated                                             3   4
    filter/filter-blur-and-threshold                                   3   4
    filter/filter-blur-on-narrow-plane                                 2   3
    filter/filter-blurs-over-one-another                              33  35
    filter/filter-blurs                                                8   9
    filter/filter-chain-mask-shadow                                   21  22
    filter/filter-clipped                                              8   9
    filter/filter-colors-of-image-alpha                                4   5
    filter/filter-colors                                               9  10
    filter/filter-from-outside-the-canvas                              6   7
    filter/filter-gaussian-blur-large                                  4   5
    filter/filter-in-perspective                                       4   5
    filter/filter-off-or-neutral                                       0   1
    filter/filter-pixellate-steep                                      5   6
    filter/filter-pixellate                                            3   4
    filter/filter-scale-2                                              4   5
    gradient/gradient-animated                                         0   1
    gradient/gradient-axial-beyond-the-bounds                          0   1
    gradient/gradient-axial                                            0   1
    gradient/gradient-bounds-origin-and-flip                           0   1
    gradient/gradient-conic-seam                                       0   1
    gradient/gradient-conic                                            0   1
    gradient/gradient-diagonal-in-oblong-bounds                        0   1
    gradient/gradient-group-opacity                                    1   2
    gradient/gradient-in-perspective                                   0   1
    gradient/gradient-locations                                        0   1
    gradient/gradient-many-stops                                       0   1
    gradient/gradient-radial                                           0   1
    gradient/gradient-rotated-and-scaled                               0   1
    gradient/gradient-rounded-and-bordered                             0   1
    gradient/gradient-that-draws-nothing                               0   1
    gradient/gradient-ties                                             0   1
    gradient/gradient-translucent-stops                                0   1
    gradient/gradient-under-contents-and-sublayers                     0   1
    mask/mask-after-filters-and-in-blend-modes                        17  20
    mask/mask-animated                                                 0   1
    mask/mask-corners-animated                                         0   1
    mask/mask-gradient                                                 4   5
    mask/mask-group-opacity                                            2   3
    mask/mask-image                                                    4   5
    mask/mask-in-perspective                                           0   1
    mask/mask-nested                                                   2   3
    mask/mask-of-a-mask                                                4   5
    mask/mask-rotated                                                  0   1
    mask/mask-rounded-rectangle                                        0   1
    mask/mask-shape-over-overlapping-sublayers                         1   2
    mask/mask-shape-over-shadow                                        5   6
    mask/mask-shape-translucent                                        4   5
    mask/mask-shape-turned-and-tilted                                  0   1
    mask/mask-shape-with-hole-and-stroke                               2   3
    mask/mask-shapes-nested                                            2   3
    mask/mask-stroke-over-sublayers                                    2   3
    mask/mask-that-clips-effects                                      22  25
    mask/mask-that-shows-nothing                                       0   1
    mask/mask-tilted-itself                                            0   1
    mask/mask-translucent                                              5   6
    mask/mask-with-clip-and-border                                     0   1
    mask/mask-with-shadow                                              7   8
    opacity/group-opacity-off-nested                                   1   2
    opacity/group-opacity-off                                          1   2
    opacity/opacity-background-and-border-overlap                      1   2
    opacity/opacity-faint-image-masks                                193 194
    opacity/opacity-faint-masks-and-fades                             64  65
    opacity/opacity-faint-on-one-another                               1   2
    opacity/opacity-glass-cards                                        1   2
    opacity/opacity-group-in-clip                                      1   2
    opacity/opacity-group-in-perspective                               1   2
    opacity/opacity-group-over-the-edge                                1   2
    opacity/opacity-group-rotated                                      1   2
    opacity/opacity-group-with-clip-inside                             1   2
    opacity/opacity-group                                              1   2
    opacity/opacity-groups-side-by-side                                2   3
    opacity/opacity-nested-groups                                      3   4
    opacity/opacity-out-of-range                                       0   1
    opacity/opacity-single-image                                       0   1
    opacity/opacity-translucent-gradients                              0   1
    opacity/opacity-two-washes                                         0   1
    raster/raster-filters-and-transforms                               3   4
    raster/raster-flipped                                              2   3
    raster/raster-near-vanishing-line                                  2   3
    raster/raster-scale-2-of-canvas                                    1   2
    raster/raster-scales                                               3   4
    raster/raster-with-shadow-mask-filter                             10  12
    replicator/replicator-added-up                                    96 145
    replicator/replicator-anchor-point                                 0   1
    replicator/replicator-animated-itself                              0   1
    replicator/replicator-clipped-masked-and-faded                     5   6
    replicator/replicator-counts                                       0   1
    replicator/replicator-delay                                        0   1
    replicator/replicator-flipped                                      0   1
    replicator/replicator-going-back-in-depth                          0   1
    replicator/replicator-nested-grid                                  0   1
    replicator/replicator-overlapping-order                            0   1
    replicator/replicator-preserves-depth                              0   1
    replicator/replicator-reflection                                   0   1
    replicator/replicator-ring                                         0   1
    replicator/replicator-row                                          0   1
    replicator/replicator-shrinking-spiral                             0   1
    replicator/replicator-tint-of-images-and-gradients                12  13
    replicator/replicator-tint                                         0   1
    replicator/replicator-turning-away                                 0   1
    shadow/shadow-alike-in-faded-groups                                1   2
    shadow/shadow-animated                                             0   1
    shadow/shadow-clipped-by-a-superlayer                              0   1
    shadow/shadow-clipped-by-own-bounds                                1   2
    shadow/shadow-cut-by-its-own-layer                                18  19
    shadow/shadow-flipped                                              0   1
    shadow/shadow-from-outside-the-canvas                              0   1
    shadow/shadow-group-opacity                                        4   5
    shadow/shadow-in-perspective                                       4   5
    shadow/shadow-large-radius                                         0   1
    shadow/shadow-of-image-alpha                                       7   8
    shadow/shadow-of-one-sublayer                                      6   7
    shadow/shadow-of-sublayers                                         3   4
    shadow/shadow-offset-and-radius                                    5   6
    shadow/shadow-on-slanted-plane                                     3   4
    shadow/shadow-over-one-another                                     0   1
    shadow/shadow-path-of-a-clear-layer                                4   5
    shadow/shadow-path                                                 0   1
    shadow/shadow-rotated                                              0   1
    shadow/shadow-rounded-and-bordered                                 4   5
    shadow/shadow-rounded-rectangles                                   3   4
    shadow/shadow-scaled-unevenly                                      0   1
    shadow/shadow-shared-edges                                        27  28
    shadow/shadow-translucent                                          1   2
    shape/shape-animated                                               0   1
    shape/shape-as-mask                                                2   3
    shape/shape-clipped-to-bounds                                      0   1
    shape/shape-curves-tighter-than-the-pen                            0   1
    shape/shape-dashes                                                 0   1
    shape/shape-fill-rules                                             0   1
    shape/shape-folded-curves                                          0   1
    shape/shape-from-far-away                                          0   1
    shape/shape-group-opacity-and-shadow                               4   5
    shape/shape-in-perspective-past-the-eye                            0   1
    shape/shape-joins-and-caps                                         0   1
    shape/shape-miter-limit                                            0   1
    shape/shape-miters-beside-tight-curves                             0   1
    shape/shape-of-no-size                                             0   1
    shape/shape-over-contents-under-sublayers                          0   1
    shape/shape-overlapping-subpaths                                   0   1
    shape/shape-repeated                                               0   1
    shape/shape-scale-2                                                0   1
    shape/shape-seen-from-its-edge                                     0   1
    shape/shape-square-caps-on-curves                                  0   1
    shape/shape-stroke-start-end                                       0   1
    shape/shape-transformed                                            0   1
    shape/shape-without-area                                           0   1
    transform-layer/transform-layer-behind-the-eye                     0   1
    transform-layer/transform-layer-between-flat-siblings              0   1
    transform-layer/transform-layer-clipped-backdrop-readers          25  26
    transform-layer/transform-layer-clipped-by-a-flat-superlayer       0   1
    transform-layer/transform-layer-crossing-planes                    0   1
    transform-layer/transform-layer-cube-of-borders-and-corners        0   1
    transform-layer/transform-layer-cube-seen-from-inside              0   1
    transform-layer/transform-layer-cube-turning                       0   1
    transform-layer/transform-layer-cube-with-shaded-faces             0   1
    transform-layer/transform-layer-cube                               0   1
    transform-layer/transform-layer-fan-of-cards                       0   1
    transform-layer/transform-layer-flipped                            0   1
    transform-layer/transform-layer-groups-clips-and-shadows-inside   10  11
    transform-layer/transform-layer-has-no-appearance                  0   1
    transform-layer/transform-layer-in-a-group-with-opacity            1   2
    transform-layer/transform-layer-keeps-depth                        0   1
    transform-layer/transform-layer-nested                             0   1
    transform-layer/transform-layer-one-plane-in-order                 0   1
    transform-layer/transform-layer-opacity-of-each                    1   2
    transform-layer/transform-layer-three-crossing-planes              0   1
    transform-layer/transform-layer-two-cubes-through-one-another      0   1
    transform-layer/transform-layer-two-walls                          0   1
    transform-layer/transform-layer-wide-colors                        1   2
    """
}
