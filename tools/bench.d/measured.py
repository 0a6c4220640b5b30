"""Which workload measures each class and key of a layer that draws, so that a new one is not forgotten.

Most are in the scene files themselves. `NAMED` lists the others by the workload that does the same work,
and `WITHOUT_COST` those that cost nothing of their own in a frame.
"""

import json
import os

import files
import workloads

NAMED = {
    "borders": ["borderDashPhase"],
    "dashes": ["lineDashPhase"],
    "gradients": ["locations"],
    "icons": ["fillRule"],
    "masks": ["contentsGravity", "contentsRect", "contentsScale"],
    "nineparts": ["magnificationFilter", "minificationFilterBias"],
    "particles": ["emitterDepth", "emitterMode", "emitterZPosition", "renderMode", "seed"],
    "pathshadows": ["shadowPath"],
    "perspective": ["allowsEdgeAntialiasing", "edgeAntialiasingMask", "doubleSided"],
    "planes": ["preservesDepth", "zPosition", "anchorPointZ"],
    "rasterized": ["rasterizationScale"],
    "replicator": [
        "instanceAlphaOffset",
        "instanceBlueOffset",
        "instanceColor",
        "instanceDelay",
        "instanceGreenOffset",
        "instanceRedOffset",
    ],
    "rings": ["strokeStart"],
    "strokes": ["miterLimit"],
    "text": [
        *("adjustsFontSizeToFitWidth", "alignmentMode", "letterSpacing", "lineHeight", "lineSpacing", "maximumLines", "hyphenation"),
        *("minimumScaleFactor", "truncationMode", "verticalAlignment", "wrapped"),
        *("baselineOffset", "kern", "text", "underline"),
    ],
    "tiled": ["levelsOfDetail", "levelsOfDetailBias"],
    "lottie": ["values"],
    "sprites": ["CALayer", "CAKeyframeAnimation", "CASpringAnimation", "CAAnimationGroup"],
    "groups": ["allowsGroupOpacity"],
}
WITHOUT_COST = {
    *("allowsFontSubpixelQuantization", "allowsHitTesting", "anchorPoint", "autoresizingMask", "constraints"),
    *("fillMode", "frame", "geometryFlipped", "hidden", "layoutManager", "name", "opaque", "repeatDuration"),
    *("marker", "progress", "scrollMode", "speed", "timeOffset"),
}


def unmeasured(root):
    """The classes and keys of `docs/scene.schema.json` that no workload has or is named for."""
    with open(os.path.join(root, "docs", "scene.schema.json"), encoding="utf-8") as file:
        definitions = json.load(file)["$defs"]
    classes = {name for name in definitions if name.startswith("CA") or name == "LottieLayer"}
    animations = {
        name for name in classes if name.endswith("Animation") or name in ("CAAnimationGroup", "CATransition")
    }
    known = set(classes)
    for name in classes - animations:
        known |= set(definitions[name]["properties"])
    # A text has runs beside its keys.
    known |= set(definitions["run"]["properties"])
    for name, make in workloads.WORKLOADS.items():
        if name != "fill4k":  # has nothing that others have not, and a large image
            known -= words(files.scene(make(8)))
    return sorted(known - WITHOUT_COST - {key for keys in NAMED.values() for key in keys})


def words(value):
    """All keys and strings of a scene."""
    if isinstance(value, dict):
        return set(value).union(*map(words, value.values())) if value else set()
    if isinstance(value, list):
        return set().union(*map(words, value)) if value else set()
    return {value} if isinstance(value, str) else set()
