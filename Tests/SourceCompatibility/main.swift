// Programs in the style of Apple's documentation, compiled unchanged: `import QuartzCore`, Apple's names, nothing of ours.
// Each checks what it sees, so that running the program proves more than that it compiles.

import CoreGraphics
import QuartzCore

func require(_ condition: Bool, _ what: String) {
  guard !condition else { return }
  print("source compatibility: \(what): not as on Apple's systems")
  exit(1)
}

analogClock()
colouredLayers()
perspectiveCard()
spriteSheet()
fadeAnimation()
shadowedLayer()
maskedImage()
gradientBackground()
replicatorRing()
replicatorReflection()
cubeOfFaces()
shakeByKeyframes()
orbitAlongAPath()
springIntoPlace()
groupedAnimations()
progressRing()
morphingShape()
rasterizedCard()
pulsingFilter()
badgeInABitmap()
progressRingPath()
maskedPhoto()
tickingClock()
movingLayerHit()
colorTransaction()
customActionDictionary()
delegateDecidesOnActions()
actionOfOnesOwn()
imageTransition()
doorByHand()
bouncingBall()
chartThatDrawsItself()
delegateDraws()
mapInTiles()
fadingDots()
touchedLayer()
delegatedLayout()
constrainedLayers()
scrolledContents()
labelProperties()
fireProperties()
print("source compatibility: 41 programs ran")
