// _Testing_CoreGraphics: an empty module. Swift Testing has a cross-import overlay of this name for
// every module CoreGraphics, on every system: a file that imports both, imports the overlay too.
// Apple's systems have one, for attachments of images; a toolchain for Linux has none.
