// What the files of this program share.
#ifndef CHECK_H
#define CHECK_H

#include <multiplane.h>

// Prints a fault, with its line, if something does not hold that should.
void check(bool holds, const char *what, const char *file, int line);
#define CHECK(condition) check((condition), #condition, __FILE_NAME__, __LINE__)

// A scene of 64 by 48 points over an opaque background, with the layers "card" (orange, 8 to 32)
// and "moving".
mp_scene *parse(void);

// Makes an OpenGL ES 3 context without a surface current.
bool make_context(void);

// Scenes as images and videos, by the CPU renderer.
void images(void);

// Lottie animations as scenes and layers.
void lottie(void);

// Scenes drawn by the CPU into memory of the program's.
void memory(void);

// Images that outlive a frame: textures, targets, and dma-bufs out and back.
// - device: as mp_renderer_create takes it.
// - must_share: whether the device has to share its memory.
void sharing(const char *device, bool must_share);

// The same in the program's context, which is current.
void sharing_in_context(bool must_share);

// What has changed since the last frame: of a renderer's own images, which is released, and of
// framebuffers in the program's context, which is current.
void damage_of_image(mp_renderer *renderer);
void damage_of_targets(mp_renderer *renderer);
void damage_in_context(void);

#endif
