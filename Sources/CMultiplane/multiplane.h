/// Multiplane: Core Animation for Linux, for programs in C.
///
/// A scene is a layer tree with a canvas. A renderer draws it: in the OpenGL ES context that is current
/// (`mp_renderer_create_in_context`), on a device of its own (`mp_renderer_create`), or with the CPU (`mp_renderer_create_with`). It
/// draws into the framebuffer that is bound, into an image of its own, or into a target: a texture, dma-buf or memory of the
/// program's, or one that the renderer makes.
/// An image renderer (`mp_image_renderer_create`) makes images and videos of scenes, with OpenGL ES or without.
///
/// Points of the canvas have their origin at its top left, y points down. Times are seconds of scene time, which is what the caller
/// says it is: 0 is the time at which the scene's animations began.
///
/// Functions that can fail return false, NULL or a negative number, and `mp_error()` then says why in one line. No function
/// takes NULL for a handle unless it says so. A scene, its layers and its renderers belong to one thread at a time.
#ifndef MULTIPLANE_H
#define MULTIPLANE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mp_scene mp_scene;
typedef struct mp_layer mp_layer;
typedef struct mp_renderer mp_renderer;
typedef struct mp_target mp_target;
typedef struct mp_image mp_image;
typedef struct mp_image_renderer mp_image_renderer;

// MARK: - All

/// The version of the library, such as "0.1.0".
const char *mp_version(void);

/// Why the last function that failed on this thread did; "" before the first. Valid until the next one fails.
const char *mp_error(void);

/// Frees a text or bytes that a function returned as `char *` or `void *`; NULL is fine.
void mp_free(void *memory);

// MARK: - Scenes

/// Reads a scene file and the images and fonts that it names.
mp_scene *mp_scene_load(const char *path);

/// Reads a scene from the text of a scene file.
/// - folder: what paths in it are relative to; NULL for the working directory.
mp_scene *mp_scene_parse(const char *json, size_t length, const char *folder);

/// As mp_scene_load, with values for the scene's parameters.
/// - parameters: an object of JSON, {"name": "Ada", "score": 81.5}; NULL for none. Those without one have their default.
mp_scene *mp_scene_load_with(const char *path, const char *parameters);

/// As mp_scene_parse, with values for the scene's parameters.
mp_scene *mp_scene_parse_with(const char *json, size_t length, const char *folder, const char *parameters);

/// Gives parameters of a scene that was read other values; those that are not named keep theirs. What layers have of them changes, also
/// where the program has changed it since. When a value is wrong, nothing changes.
/// - parameters: an object of JSON, {"name": "Ada", "score": 81.5}.
bool mp_scene_set_parameters(mp_scene *scene, const char *parameters);

/// The JSON Schema of the values that the parameters of a scene file take, to be freed with mp_free.
char *mp_scene_parameters_schema(const char *path);

/// The same of JSON in memory, as mp_scene_parse takes it.
char *mp_scene_parameters_schema_parse(const char *json, size_t length, const char *folder);

/// An empty scene with a root layer of the canvas's size, in points above 0.
mp_scene *mp_scene_create(double width, double height);

/// Lets go of a scene; NULL is fine. Its layers stay as long as they are retained.
void mp_scene_release(mp_scene *scene);

/// The canvas in points.
void mp_scene_size(const mp_scene *scene, double *width, double *height);

/// The root layer; retained, so release it.
mp_layer *mp_scene_root(const mp_scene *scene);

/// Sets scene time: what is drawn, hit and begun from now on is drawn, hit and begun at this time.
void mp_scene_set_time(mp_scene *scene, double time);

/// When the scene is worth drawing again: its time while anything moves, INFINITY when nothing will change by itself.
double mp_scene_next_frame_time(mp_scene *scene);

/// Whether anything may look different from how it looked when the scene was last drawn, or the next frame time has come.
bool mp_scene_needs_drawing(mp_scene *scene);

/// Does a command, an object of JSON as the control socket of a kiosk takes it:
/// {"layer": "clock", "opacity": 0.5, "animate": 0.3}. See docs/live-control.md.
/// Returns the reply, {"ok": true, …} or {"error": "…"}, to be freed with mp_free.
char *mp_scene_command(mp_scene *scene, const char *json);

/// What of the scene is skipped, or shown otherwise than it was asked for, as it is now: a list of JSON, to be freed with mp_free.
/// [{"place": "root.sublayers[2].font", "problem": "…"}]; "[]" where all is shown. The first 1,000.
char *mp_scene_warnings(const mp_scene *scene);

/// The scene as the text of a scene file, to be freed with mp_free.
char *mp_scene_text(const mp_scene *scene);

// MARK: - Layers

/// A layer with all within it, from an object of the scene format: {"class": "CAShapeLayer", "bounds": [0, 0, 80, 40]}. Release it.
/// - folder: what paths in it are relative to; NULL for the working directory.
mp_layer *mp_layer_parse(const char *json, const char *folder);

mp_layer *mp_layer_retain(mp_layer *layer);

/// NULL is fine.
void mp_layer_release(mp_layer *layer);

/// The layer's name, to be freed with mp_free; NULL, and no failure, for none.
char *mp_layer_name(const mp_layer *layer);

void mp_layer_set_name(mp_layer *layer, const char *name);

/// The first layer of a name in a tree, the layer itself included; retained. NULL, and no failure, for none.
mp_layer *mp_layer_find(mp_layer *layer, const char *name);

/// The layer above; retained. NULL, and no failure, for none.
mp_layer *mp_layer_superlayer(const mp_layer *layer);

size_t mp_layer_sublayer_count(const mp_layer *layer);

/// The sublayer at an index below the count; retained.
mp_layer *mp_layer_sublayer(const mp_layer *layer, size_t index);

/// Puts a layer over the other sublayers. Fails if it contains `layer`.
bool mp_layer_add_sublayer(mp_layer *layer, mp_layer *sublayer);

/// Puts a layer among the sublayers; an index beyond the count puts it over all.
bool mp_layer_insert_sublayer(mp_layer *layer, mp_layer *sublayer, size_t index);

void mp_layer_remove_from_superlayer(mp_layer *layer);

/// Makes `mask` the layer's mask; NULL takes it away. Fails for a layer that has a superlayer.
bool mp_layer_set_mask(mp_layer *layer, mp_layer *mask);

/// Changes properties, in the keys of the scene format: {"position": [10, 20], "cornerRadius": 8}. With "animate" in seconds, and
/// "timing", the change is animated; "animations" adds animations. All is changed, or nothing.
bool mp_layer_set(mp_layer *layer, const char *json);

/// The number at a key path such as "opacity" or "position.x", as it was set or, if `presented`, as it is at the scene's time.
bool mp_layer_get_number(const mp_layer *layer, const char *key_path, bool presented, double *number);

/// Sets the number at a key path, without an animation. Fails for one that is not finite.
bool mp_layer_set_number(mp_layer *layer, const char *key_path, double number);

void mp_layer_remove_animation(mp_layer *layer, const char *key);
void mp_layer_remove_all_animations(mp_layer *layer);

/// Makes pixels the layer's contents.
/// - pixels: premultiplied, 4 bytes each: red, green, blue, alpha; copied.
/// - stride: bytes from row to row, the top row first.
bool mp_layer_set_contents(mp_layer *layer, const void *pixels, int width, int height, int stride);

#define MP_DMABUF_PLANES 4

/// One plane of an image. Several may lie in one dma-buf, and may then have one descriptor.
typedef struct {
  int fd;
  /// Bytes: before the first row, and from row to row.
  uint32_t offset, stride;
} mp_dmabuf_plane;

/// Memory of an image that devices and programs share: Linux dma-bufs, and what their bytes mean. Alpha is multiplied in, the top
/// row comes first.
typedef struct {
  /// Pixels.
  int width, height;
  /// As in drm_fourcc.h.
  uint32_t fourcc;
  /// As in drm_fourcc.h; DRM_FORMAT_MOD_INVALID if nobody told.
  uint64_t modifier;
  /// From 1 to MP_DMABUF_PLANES.
  int plane_count;
  mp_dmabuf_plane planes[MP_DMABUF_PLANES];
  /// A sync_file (EGL_ANDROID_native_fence_sync) that is signalled when the pixels are there; -1 if they are.
  int fence;
} mp_dmabuf;

/// Closes the descriptors of a dma-buf, and its fence.
void mp_dmabuf_close(mp_dmabuf *dmabuf);

/// What luma and chroma mean; of no account for red, green and blue.
typedef enum {
  MP_COLORS_BT709 = 0,
  MP_COLORS_BT601 = 1,
  MP_COLORS_BT2020 = 2,
  /// All numbers are used, 0 to 255; otherwise those of video, 16 to 235.
  MP_COLORS_FULL_RANGE = 4
} mp_colors;

typedef void (*mp_release_handler)(void *context);

/// Makes the pixels of a dma-buf the layer's contents, without a copy where the driver can: a frame of a video decoder, a camera,
/// another program or a target. Formats are AR24, XR24, AB24, XB24, AR30, XR30, AB30, XB30, NV12, NV21, YU12 and P010, and what else the
/// driver takes.
/// - dmabuf: its descriptors may be closed when the function returns. The pixels must stay as they are until a frame with others
///   in their place was drawn.
/// - colors: of luma and chroma, an mp_colors.
/// - release: called, on any thread, when nothing uses the pixels any more, some frames after they were last shown; NULL for none.
bool mp_layer_set_contents_dmabuf(
    mp_layer *layer, const mp_dmabuf *dmabuf, unsigned colors, mp_release_handler release, void *context);

/// Says that a dma-buf that is the layer's contents holds other pixels now.
/// - fence: a sync_file that is signalled when they are there, which remains the caller's; -1 if they are.
bool mp_layer_contents_changed(mp_layer *layer, int fence);

/// Converts a point from one layer's coordinates to another's, as they are set; NULL is the canvas.
bool mp_layer_convert_point(const mp_layer *from, const mp_layer *to, double *x, double *y);

// MARK: - Input

/// What happened. Positions are points of the canvas.
typedef enum {
  MP_POINTER_MOVE, ///< To (x, y).
  MP_BUTTON_PRESS,
  MP_BUTTON_RELEASE,
  MP_SCROLL, ///< By (x, y), in degrees of a wheel.
  MP_TOUCH_BEGIN, ///< Of finger `number`, at (x, y).
  MP_TOUCH_MOVE,
  MP_TOUCH_END,
  MP_TOUCH_CANCEL,
  MP_KEY_PRESS,
  MP_KEY_RELEASE
} mp_input_kind;

typedef struct {
  mp_input_kind kind;
  double x, y;
  /// The button or key as the kernel counts them (BTN_LEFT is 272, KEY_A 30), or the finger.
  int number;
} mp_input;

typedef enum {
  MP_EVENT_ENTER,
  MP_EVENT_LEAVE,
  MP_EVENT_PRESS,
  MP_EVENT_MOVE,
  MP_EVENT_RELEASE,
  MP_EVENT_TAP,
  MP_EVENT_CANCEL,
  MP_EVENT_SCROLL,
  MP_EVENT_KEY_DOWN,
  MP_EVENT_KEY_UP
} mp_event_kind;

/// What people did to a layer.
typedef struct {
  mp_event_kind kind;
  /// The layer that was hit; retain it to keep it.
  mp_layer *layer;
  /// In the layer's own points, as it is shown; NAN for keys.
  double x, y;
  /// On the canvas; NAN for keys.
  double canvas_x, canvas_y;
  /// The button, the finger or the key; -1 for none.
  int number;
  /// Whether it happened over the layer: a press goes on outside.
  bool is_inside;
} mp_event;

typedef void (*mp_event_handler)(void *context, const mp_event *event);

/// Has a function called for every event of a layer of the scene; NULL ends that.
void mp_scene_set_event_handler(mp_scene *scene, mp_event_handler handler, void *context);

/// Takes in what an input device did; handlers are called before it returns.
void mp_scene_input(mp_scene *scene, const mp_input *input);

/// The layer under a point of the canvas, as the scene is shown at its time; retained. NULL, and no failure, for none.
mp_layer *mp_scene_hit(mp_scene *scene, double x, double y);

// MARK: - Drawing

/// A renderer in the OpenGL ES 3 context that is current on this thread. The context has to be current whenever the
/// renderer is used or released; its state is left as it was.
mp_renderer *mp_renderer_create_in_context(void);

/// A renderer on a device of its own: OpenGL ES, also where that draws in software.
/// - device: "automatic", "hardware", "software" or a device that `multiplane devices` lists; NULL is "automatic".
mp_renderer *mp_renderer_create(const char *device);

/// A renderer of one's choice, which needs no device where the CPU draws: then images lie in memory, so that there are no textures
/// (0), no EGL context (NULL), no dma-bufs, and no fences, as all is there when a function returns.
/// - renderer: "automatic" (OpenGL ES where a device draws in hardware, else the CPU), "gl", "cpu" or "reference" (plain and slow: what is
///   right); NULL is "automatic".
/// - device: as of mp_renderer_create, for OpenGL ES; NULL with "cpu" and "reference".
/// - threads: how many the CPU draws with; 0 for one a core.
mp_renderer *mp_renderer_create_with(const char *renderer, const char *device, int threads);

/// NULL is fine.
void mp_renderer_release(mp_renderer *renderer);

/// Says how many bytes the textures of images, paths and groups may take together; what was not used for longest goes first. It is
/// exceeded only by what one frame needs at once. Half a gigabyte unless told.
void mp_renderer_set_texture_memory(mp_renderer *renderer, size_t bytes);

/// A debug overlay, drawn over a scene.
typedef enum {
  MP_OVERLAY_NONE = 0,
  /// An outline around each layer that can be seen, with its name.
  MP_OVERLAY_LAYERS = 1,
  /// The rectangles that differ from the frame before.
  MP_OVERLAY_DAMAGE = 2,
  /// How often pixels are written: twice blue, three times green, four times orange, more often red.
  MP_OVERLAY_OVERDRAW = 4,
  /// An outline around each render pass with why there is one, and how many passes, batches and quads the frame before had.
  MP_OVERLAY_BATCHES = 8,
  /// The number of the frame, how long ago the one before it was, and how long that took to draw.
  MP_OVERLAY_FRAMES = 16
} mp_overlay_flags;

/// Has a debug overlay drawn over every frame and target from the next one on, in place of the one that there was. What of it changes is
/// damage like everything else.
/// - overlay: mp_overlay_flags.
void mp_renderer_set_debug_overlay(mp_renderer *renderer, unsigned overlay);

/// How a scene is drawn into a framebuffer.
typedef enum {
  MP_DRAW_DEFAULT = 0,
  /// The framebuffer is first cleared to the scene's background, transparent if it has none.
  MP_DRAW_CLEAR = 1,
  /// The picture's top row goes into the framebuffer's row 0; otherwise the bottom row, OpenGL's own way.
  MP_DRAW_TOP_ROW_FIRST = 2,
  /// Of mp_target_draw: only what has changed since the target was drawn into is drawn. It must still hold what was drawn then.
  /// Without MP_DRAW_CLEAR the program has first restored what lies beneath, in the rectangles of mp_target_damage.
  MP_DRAW_CHANGES = 4,
  /// In a context of the program's: with 16 bits a channel, rounded once at the end, as pictures are drawn; otherwise with 8, where each
  /// layer is rounded. Renderers on a device of their own always draw so.
  MP_DRAW_16_BITS = 8
} mp_draw_flags;

/// Draws the scene at its time into the framebuffer that is bound, as large as the viewport, which begins at (0, 0). The canvas's
/// width fills it. For renderers in a context.
bool mp_renderer_draw_in_context(mp_renderer *renderer, mp_scene *scene, unsigned flags);

/// As mp_renderer_draw_in_context, but draws only what the framebuffer does not show yet; what lies elsewhere stays.
/// - age: how many frames ago the framebuffer's pixels were drawn: 1 if they are those of the last frame that this function drew of
///   the scene, 0 if what they are is not known: then all is drawn. It is what EGL_BUFFER_AGE_EXT says of a window.
/// Without MP_DRAW_CLEAR the program has first restored what lies beneath, in the rectangles of mp_renderer_damage_in_context.
bool mp_renderer_redraw_in_context(mp_renderer *renderer, mp_scene *scene, unsigned flags, int age);

/// Draws the scene at its time into the renderer's own image, of which only what has changed is drawn, and does not wait until the
/// device is done.
/// - scale: pixels per point.
bool mp_renderer_draw(mp_renderer *renderer, mp_scene *scene, double scale);

/// The size of the renderer's image in pixels; 0 before anything was drawn.
void mp_renderer_size(const mp_renderer *renderer, int *width, int *height);

/// OpenGL's name of the renderer's image, a texture with the picture's top row at 0; 0 before anything was drawn. It is good until
/// the image has to be made in another size, and is a name in the context that the renderer was made in or, on a device of its own,
/// in that of `mp_renderer_egl_context`.
uint32_t mp_renderer_texture(const mp_renderer *renderer);

/// The EGLDisplay and EGLContext that the renderer draws with: a program on a device of the renderer's shares its textures by making a
/// context of its own with this one as `share_context`. Do not make it current.
void mp_renderer_egl_context(const mp_renderer *renderer, void **display, void **context);

/// A rectangle of a picture, in pixels from its top left; y points down, whichever row comes first in memory. glScissor and
/// eglSwapBuffersWithDamageKHR count from the bottom: for them y is the height of the framebuffer less `y` and `height`, unless its
/// top row is first.
typedef struct {
  int x, y, width, height;
} mp_rect;

#define MP_DAMAGE_RECTS 8

/// Which pixels of a picture look otherwise: rectangles that do not overlap, from top to bottom. Some pixels in them may not.
typedef struct {
  /// From 0, for none, to MP_DAMAGE_RECTS.
  int count;
  mp_rect rects[MP_DAMAGE_RECTS];
} mp_damage;

/// What mp_renderer_redraw_in_context would draw now into the framebuffer that is bound: with an age of 1 what has changed since the
/// last frame, with a count of 0 if there is no need of another. Nothing is drawn.
bool mp_renderer_damage_in_context(mp_renderer *renderer, mp_scene *scene, unsigned flags, int age, mp_damage *damage);

/// What mp_renderer_draw would draw now: what of the renderer's image has changed. Nothing is drawn.
bool mp_renderer_damage(mp_renderer *renderer, mp_scene *scene, double scale, mp_damage *damage);

/// What the last frame changed that mp_renderer_draw or mp_renderer_redraw_in_context drew, against the frame before it; all of it
/// after mp_renderer_draw_in_context. It is what displays and encoders are told. A count of 0 before anything was drawn.
void mp_renderer_last_damage(const mp_renderer *renderer, mp_damage *damage);

/// Waits until the image is drawn and copies it: premultiplied, red, green, blue, alpha, the top row first.
/// - stride: bytes from row to row, at least four times the width.
bool mp_renderer_read_pixels(mp_renderer *renderer, void *pixels, size_t stride);

/// Hands out the memory of the renderer's image, with a fence where the driver has fences; otherwise it waits until the image is
/// drawn. Close what it holds with mp_dmabuf_close. Fails where the driver cannot share memory; a GBM device can
/// ("gbm:/dev/dri/renderD128").
bool mp_renderer_export_dmabuf(mp_renderer *renderer, mp_dmabuf *dmabuf);

/// Makes a sync_file that is signalled when all is there that the renderer drew so far, the caller's to close. -1 where the driver
/// has no such fences, or on a failure: then all is there, as it was waited for.
int mp_renderer_fence(mp_renderer *renderer);

/// Has all that is drawn from now on wait for a sync_file, which remains the caller's.
bool mp_renderer_wait_fence(mp_renderer *renderer, int fence);

/// Waits until all is there that the renderer drew.
bool mp_renderer_finish(mp_renderer *renderer);

// MARK: - Targets

/// An image of a renderer's own: several of them make a swapchain. On a GBM device it is a buffer that others can use.
/// - width, height: pixels.
mp_target *mp_target_create(mp_renderer *renderer, int width, int height);

/// A texture of the program's (GL_TEXTURE_2D, level 0, with storage that can be drawn into, such as GL_RGBA8), which stays its own.
/// For renderers in a context. It must outlive the target: what draws into a target whose texture is deleted, or was made smaller than
/// the target (told from OpenGL ES 3.1 on), fails, and what reads it.
/// - width, height: pixels, at most the texture's.
mp_target *mp_target_create_with_texture(mp_renderer *renderer, uint32_t texture, int width, int height);

/// Memory of the program's, which the CPU draws into: a window's or a display's buffer, a frame of a video. For renderers that the CPU
/// is, by mp_renderer_create_with. It must be there until the target is released. 8 bits a channel, the top row first, premultiplied.
/// - width, height: pixels.
/// - stride: bytes from row to row, at least four times the width.
/// - blue_first: whether a pixel is blue, green, red, alpha (DRM_FORMAT_ARGB8888 and wl_shm's), else red, green, blue, alpha.
mp_target *mp_target_create_with_memory(
    mp_renderer *renderer, void *pixels, int width, int height, size_t stride, bool blue_first);

/// Memory of the program's, or of another program or device, in red, green and blue. The descriptors may be closed when the
/// function returns, and `fence` is waited for.
mp_target *mp_target_create_with_dmabuf(mp_renderer *renderer, const mp_dmabuf *dmabuf);

/// NULL is fine. To be released before the context goes that its renderer is in.
void mp_target_release(mp_target *target);

/// Draws the scene at its time over the whole target, and does not wait. The canvas's width fills it. Of images of the renderer's own
/// that are cleared only what has changed is drawn (MP_DRAW_CHANGES), for nobody else draws into them.
/// - flags: mp_draw_flags; dma-bufs, memory and images of the renderer's own always have the top row first.
bool mp_target_draw(mp_target *target, mp_scene *scene, unsigned flags);

/// What of the target mp_target_draw would change now: what has changed since the target was drawn into, with a count of 0 if
/// nothing has. Nothing is drawn. Of a swapchain, the target that was drawn last tells what has changed since the last frame, and
/// the next one what will be drawn.
/// - flags: those that are drawn with; MP_DRAW_CHANGES is taken for granted.
bool mp_target_damage(mp_target *target, mp_scene *scene, unsigned flags, mp_damage *damage);

/// What the last mp_target_draw changed against what the target held. A count of 0 before anything was drawn.
void mp_target_last_damage(const mp_target *target, mp_damage *damage);

/// Says that somebody else has drawn into the target: next time all of it is drawn.
void mp_target_forget(mp_target *target);

/// OpenGL's name of the target, in the context of `mp_renderer_texture`.
uint32_t mp_target_texture(const mp_target *target);

/// As mp_renderer_read_pixels, but a texture's row 0 first.
bool mp_target_read_pixels(mp_target *target, void *pixels, size_t stride);

/// As mp_renderer_export_dmabuf.
bool mp_target_export_dmabuf(mp_target *target, mp_dmabuf *dmabuf);

// MARK: - Images and videos

/// What makes images of scenes, without a context of OpenGL ES in the program.
/// - renderer: "automatic" (OpenGL ES where a device draws in hardware, else the CPU), "gl", "cpu" or "reference"; NULL is "automatic".
/// - device: as of mp_renderer_create.
/// - threads: how many the CPU renderer draws with; 0 for one a core.
mp_image_renderer *mp_image_renderer_create(const char *renderer, const char *device, int threads);

/// NULL is fine.
void mp_image_renderer_release(mp_image_renderer *renderer);

/// An image of the scene at a time in seconds of scene time, which stays what it is. Release it.
/// - scale: pixels per point; 0 for the scene's own.
mp_image *mp_image_renderer_draw(mp_image_renderer *renderer, mp_scene *scene, double time, double scale);

/// Is called after each frame with how many are written, of how many; false ends the work, and no file is left.
typedef bool (*mp_progress)(void *context, int frame, int count);

/// Writes the scene from one time to another as a video, whole or not at all. But for .apng and .webp it needs the program `ffmpeg`.
/// - path: ends in .mp4, .webm, .mov, .gif, .apng or .webp.
/// - frames_per_second: 0.01 to 1000.
/// - scale: pixels per point; 0 for the scene's own.
/// - progress: NULL is fine.
bool mp_image_renderer_write_video(
    mp_image_renderer *renderer, mp_scene *scene, const char *path, double from, double to, double frames_per_second,
    double scale, mp_progress progress, void *context);

/// Reads an image file: PNG, JPEG, WebP or, where libavif is installed, AVIF. Release it.
mp_image *mp_image_load(const char *path);

/// NULL is fine. An image never changes, and may be used on any thread.
void mp_image_release(mp_image *image);

/// Pixels.
void mp_image_size(const mp_image *image, int *width, int *height);

/// Copies an image: red, green, blue, alpha, 8 bits each, sRGB, the top row first.
/// - stride: bytes from row to row, at least four times the width.
/// - straight: whether alpha is not multiplied into the colours.
bool mp_image_read(const mp_image *image, void *pixels, size_t stride, bool straight);

/// An image as the bytes of a file, to be freed with mp_free.
/// - format: "png", "jpeg" (over white), "webp", or "avif" where libavif is installed.
/// - quality: 0 (least) to 1 (best). Below 0 it is 0.9 of a JPEG and an AVIF, and a WebP keeps every byte. WebP and AVIF keep every byte
///   at 1, PNG always.
void *mp_image_encode(const mp_image *image, const char *format, double quality, size_t *length);

/// How far one image is from another. Differences are in 255ths, a pixel's is that of its worst channel.
typedef struct mp_difference {
  int largest;
  double mean;
  /// The shares of pixels, 0 to 1, that differ by more than 1, 2 and 8.
  double beyond_1, beyond_2, beyond_8;
} mp_difference;

/// Compares images of one size.
/// - tolerance: "exact", "parity" (what renderers may differ by), or numbers: "1:0.1%,3" lets 0.1 % of the pixels differ by more
///   than 1/255, and none by more than 3/255; NULL is "parity".
/// - difference: NULL is fine.
/// Returns what the tolerance does not allow, "" where the images are alike, to be freed with mp_free; NULL on failure.
char *mp_image_compare(
    const mp_image *image, const mp_image *expected, const char *tolerance, mp_difference *difference);

#ifdef __cplusplus
}
#endif

#endif
