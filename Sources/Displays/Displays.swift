// Displays: where frames go.
//
// What it is for: it finds a device to draw with, opens it, and makes images to draw into.
// What goes in: which device the user wants (`DeviceSelector`), and the size of each frame.
// What comes out: a `GL.Device`, and frames whose pixels can be read or exported as a dma-buf.
//
// The one path through it:
//   DeviceSelector.parse("hardware")           what the user wants
//   OffscreenDisplay.open(selector)            tries the routes that fit, and says which it took
//     DeviceRoute                              one way to a device: an EGL device, a GBM node, surfaceless
//   display.makeFrame(width:height:scale:)     an image
//     display.device.beginPass(on: frame.frame, …)
//   frame.readPixels(), frame.exportDmaBuf()
//
// Screens, for a kiosk (docs/kiosk.md):
//   SeatChoice.open()                          who grants cards and input devices (`Seat/`)
//   NodeCards(seat:).openCard(outputs:)        the card with a monitor; all its calls go through `ModeSetting` (`KMS/`)
//   ScanoutMemory.open(card:selector:)         what draws for it, and memory that it shows
//   KMSDisplay.rescan(probes:)                 monitors; each is a `KMSOutput`
//     output.nextFrame(scale:) … output.present(fence:at:) … display.takeFlips()
//   HotPlugSocket.takeMessages()               whether to look again
// `SimulatedCard` stands in for a card, for tests and `multiplane kiosk --simulate`.
//
// `DeviceProbe.reports()` walks all routes and tells of each whether it works, and if not, why.
