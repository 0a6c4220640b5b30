/// Multiplane: Core Animation for Linux, for programs in C.
///
/// A scene is a layer tree with a canvas. A renderer draws it: in the current OpenGL ES context
/// (`mp_renderer_create_in_context`), on its own device (`mp_renderer_create`), or with the CPU
/// (`mp_renderer_create_with`). It draws into the bound framebuffer, into its own image, or into a
/// target: a texture, dma-buf or memory of the program, or an image that the renderer makes. An
/// image renderer (`mp_image_renderer_create`) makes images and videos of scenes, with OpenGL ES or
/// without.
///
/// Coordinates on the canvas are in points, with the origin at the top left and y down. Times are
/// seconds of scene time, which the caller sets; animations without a begin time start at 0.
///
/// Functions that fail return false, NULL or a negative number, and `mp_error()` is then the reason
/// in one line. A handle must not be NULL unless the function says so. Strings are UTF-8, and are
/// copied.
///
/// A handle that a function creates, loads or returns retained is a reference of the caller, who
/// must release it.
///
/// A scene, its layers and its renderers belong to one thread at a time; images may be used on any
/// thread.
#ifndef MULTIPLANE_H
#define MULTIPLANE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A scene: a layer tree with a canvas, a background, parameters and a time.
typedef struct mp_scene mp_scene;
/// A layer of a tree, reference-counted.
typedef struct mp_layer mp_layer;
/// A renderer for framebuffers, its own image and targets.
typedef struct mp_renderer mp_renderer;
/// An image that a renderer draws into repeatedly: its own, or the program's texture or memory.
typedef struct mp_target mp_target;
/// An immutable image in memory.
typedef struct mp_image mp_image;
/// A renderer for images and videos.
typedef struct mp_image_renderer mp_image_renderer;

// MARK: - All

/// The version of the library, such as "0.1.0". Do not free it.
const char *mp_version(void);

/// The reason of the last failure on this thread; "" before the first. Valid until the next
/// failure.
const char *mp_error(void);

/// Frees a string or bytes that a function returned as `char *` or `void *`; NULL is allowed.
void mp_free(void *memory);

// MARK: - Scenes

/// Loads a scene file with its images and fonts.
mp_scene *mp_scene_load(const char *path);

/// Parses a scene from the text of a scene file.
/// - folder: the folder for relative paths; NULL for the working directory.
mp_scene *mp_scene_parse(const char *json, size_t length, const char *folder);

/// Loads a scene file with parameter values.
/// - parameters: a JSON object, {"name": "Ada", "score": 81.5}; NULL for none. Missing ones have
///   their defaults.
mp_scene *mp_scene_load_with(const char *path, const char *parameters);

/// Parses a scene with parameter values.
mp_scene *mp_scene_parse_with(const char *json, size_t length, const char *folder, const char *parameters);

/// Changes parameters of a loaded scene. The properties that they feed are set again, even if the
/// program has changed them. An invalid value changes nothing.
/// - parameters: a JSON object, {"name": "Ada", "score": 81.5}. Missing ones keep their values.
bool mp_scene_set_parameters(mp_scene *scene, const char *parameters);

/// The value of an image parameter in memory.
typedef struct mp_named_image {
  /// The name of the parameter.
  const char *name;
  /// The image; the scene retains it.
  const mp_image *image;
} mp_named_image;

/// Parameter values, and the folders of files. All zero is the default.
typedef struct mp_scene_inputs {
  /// Parameter values, a JSON object; NULL for none. Missing ones have their defaults, or keep
  /// their values.
  const char *parameters;
  /// Values of image parameters in memory, in place of paths.
  const mp_named_image *images;
  /// The number of images.
  size_t image_count;
  /// The folder for relative image paths in parameter values. Paths outside it are refused. NULL
  /// for the scene's folder, without that limit, or the folder of the values before.
  const char *assets;
  /// The folder that confines all paths in the scene; NULL for none. Ignored for a loaded scene.
  const char *root;
  /// Whether strings are converted to the types of numbers, Booleans and colours, as the fields of
  /// a CSV manifest are.
  bool converts_text;
} mp_scene_inputs;

/// Loads a scene file with inputs.
mp_scene *mp_scene_load_inputs(const char *path, const mp_scene_inputs *inputs);

/// Parses a scene with inputs.
/// - folder: the folder for relative paths; NULL for the working directory.
mp_scene *mp_scene_parse_inputs(const char *json, size_t length, const char *folder, const mp_scene_inputs *inputs);

/// Changes parameters of a loaded scene, as mp_scene_set_parameters does.
bool mp_scene_set_inputs(mp_scene *scene, const mp_scene_inputs *inputs);

/// Adds an image that `contents`, and the `values` of a LottieLayer, may name in later commands of
/// the scene. It replaces one of the same name there, but not in layers that show that one.
void mp_scene_add_image(mp_scene *scene, const char *name, const mp_image *image);

/// The JSON Schema of a scene file's parameter values; free it with mp_free.
char *mp_scene_parameters_schema(const char *path);

/// The JSON Schema of the parameter values of a scene in memory, as for mp_scene_parse; free it
/// with mp_free.
char *mp_scene_parameters_schema_parse(const char *json, size_t length, const char *folder);

/// Creates an empty scene, with a root layer of the canvas's size in points, above 0.
mp_scene *mp_scene_create(double width, double height);

/// Releases a scene; NULL is allowed. Retained layers stay.
void mp_scene_release(mp_scene *scene);

/// The size of the canvas, in points.
void mp_scene_size(const mp_scene *scene, double *width, double *height);

/// The scene's poster time in seconds, for stills: "poster" in a scene file, the middle of a Lottie
/// animation, else 0.
double mp_scene_poster_time(const mp_scene *scene);

/// The root layer, retained; release it.
mp_layer *mp_scene_root(const mp_scene *scene);

/// Sets the scene time, in seconds, for drawing, hit tests and new animations. It is 0 initially;
/// a time that is not finite is ignored.
void mp_scene_set_time(mp_scene *scene, double time);

/// The scene time of the next frame that differs: the current time while an animation runs,
/// INFINITY if nothing will change.
double mp_scene_next_frame_time(mp_scene *scene);

/// Whether the scene may have changed since it was last drawn, or its next frame time has come.
bool mp_scene_needs_drawing(mp_scene *scene);

/// Executes a command, a JSON object as for the control socket of a kiosk: {"layer": "clock",
/// "opacity": 0.5, "animate": 0.3}. See docs/live-control.md. Returns the reply, {"ok": true, …} or
/// {"error": "…"}; free it with mp_free.
char *mp_scene_command(mp_scene *scene, const char *json);

/// The warnings of the scene in its current state, about what is skipped or replaced: a JSON list
/// [{"place": "root.sublayers[2].font", "problem": "…"}], "[]" for none, at most 1,000. Free it
/// with mp_free.
char *mp_scene_warnings(const mp_scene *scene);

/// The scene as the text of a scene file; free it with mp_free.
char *mp_scene_text(const mp_scene *scene);

// MARK: - Layers

/// Creates a layer with its sublayers from an object of the scene format: {"class": "CAShapeLayer",
/// "bounds": [0, 0, 80, 40]}. Release it.
/// - folder: the folder for relative paths; NULL for the working directory.
mp_layer *mp_layer_parse(const char *json, const char *folder);

/// Creates a layer that shows a Lottie animation (.json or .lottie), with the composition's size.
/// It plays once, from the layer's time 0. Release it.
///
/// mp_layer_set changes what it plays, by the keys of a LottieLayer of the scene format:
/// {"progress": 0.5}, {"progress": null}, {"marker": "intro"}, {"marker": ["intro", "outro"]},
/// {"loop": true}, {"speed": 2}, {"values": {"Title": "Ada", "accent": "#ff4d67"}}. mp_layer_get
/// also reads "markers", "parameters", "keyPaths", "animationDuration" and "frameRate", and the
/// shown "progress" if presented. See docs/lottie.md.
/// - values: a JSON object with values of parts of the animation, by the names of "parameters" or
///   by "keyPaths"; paths of images are relative to the working directory. NULL for none.
mp_layer *mp_layer_load_lottie(const char *path, const char *values);

/// Retains a layer and returns it; each retain needs a release.
mp_layer *mp_layer_retain(mp_layer *layer);

/// Releases a layer; NULL is allowed.
void mp_layer_release(mp_layer *layer);

/// The layer's name; free it with mp_free. NULL, without a failure, if it has none.
char *mp_layer_name(const mp_layer *layer);

/// Sets the layer's name; NULL removes it.
void mp_layer_set_name(mp_layer *layer, const char *name);

/// The first layer with a name in a tree, including the root and masks; retained. The search is
/// depth-first, a mask before the sublayers. NULL, without a failure, if there is none.
mp_layer *mp_layer_find(mp_layer *layer, const char *name);

/// The superlayer, retained. NULL, without a failure, if there is none.
mp_layer *mp_layer_superlayer(const mp_layer *layer);

/// The number of sublayers, without the mask.
size_t mp_layer_sublayer_count(const mp_layer *layer);

/// The sublayer at an index below the count, retained. Index 0 is the rearmost sublayer.
mp_layer *mp_layer_sublayer(const mp_layer *layer, size_t index);

/// Appends a sublayer in front of the others, after removing it from its superlayer. Fails if it
/// contains `layer`, or if layers would nest more than 512 levels deep.
bool mp_layer_add_sublayer(mp_layer *layer, mp_layer *sublayer);

/// Inserts a sublayer at an index; beyond the count it is appended. Fails as
/// mp_layer_add_sublayer does.
bool mp_layer_insert_sublayer(mp_layer *layer, mp_layer *sublayer, size_t index);

/// Removes the layer from its superlayer, if it has one.
void mp_layer_remove_from_superlayer(mp_layer *layer);

/// Sets the mask; NULL removes it. Fails for a layer that has a superlayer.
bool mp_layer_set_mask(mp_layer *layer, mp_layer *mask);

/// Changes properties, by the keys of the scene format: {"position": [10, 20], "cornerRadius": 8}.
/// "animate", in seconds, and "timing" animate the change; "animations" adds animations. Changes
/// everything or nothing.
bool mp_layer_set(mp_layer *layer, const char *json);

/// The number at a key path such as "opacity" or "position.x": the model value, or if `presented`
/// the animated value at the scene's time.
bool mp_layer_get_number(const mp_layer *layer, const char *key_path, bool presented, double *number);

/// Sets the number at a key path, without an animation. Fails for an unknown key path, and for a
/// number that is not finite.
bool mp_layer_set_number(mp_layer *layer, const char *key_path, double number);

/// The value of a property or key path as JSON in the notation of the scene format; free it with
/// mp_free. The keys are those that mp_layer_set accepts, and "class". null for contents that are
/// none of the scene's images.
/// - presented: the value with animations at the scene's time, else the model value.
char *mp_layer_get(const mp_layer *layer, const char *key_path, bool presented);

/// The size that fits the layer's content, in points: of a text layer that of its text, else the
/// layer's own.
void mp_layer_preferred_size(const mp_layer *layer, double *width, double *height);

/// The lines of a text layer in its bounds, as JSON: {"fontSize", "cut", "ink": [x, y, width,
/// height], "lines": [{"text", "x", "baseline", "width", "ascent", "descent", "truncated"}]}, in
/// points from the top left corner of the layer, y down. `ink` is the box of the letters, null
/// without any; `cut` is whether some of it is cut at the bounds. NULL for a layer of another
/// class. Free it with mp_free.
char *mp_layer_text_lines(const mp_layer *layer);

/// Removes the animation with a key, if there is one.
void mp_layer_remove_animation(mp_layer *layer, const char *key);

/// Removes all animations of the layer, but not those of its sublayers.
void mp_layer_remove_all_animations(mp_layer *layer);

/// Sets the layer's contents from pixels.
/// - pixels: RGBA, 4 bytes per pixel, premultiplied; copied.
/// - width, height: in pixels, above 0.
/// - stride: bytes per row, at least four times the width; top row first.
bool mp_layer_set_contents(mp_layer *layer, const void *pixels, int width, int height, int stride);

/// The maximum number of planes of a dma-buf.
#define MP_DMABUF_PLANES 4

/// A plane of an image. Planes may share a dma-buf and its descriptor.
typedef struct {
  /// The file descriptor.
  int fd;
  /// The offset of the first row, and the bytes per row.
  uint32_t offset, stride;
} mp_dmabuf_plane;

/// The memory of an image that devices and programs share: Linux dma-bufs with their format.
/// Premultiplied, top row first.
typedef struct {
  /// The size, in pixels.
  int width, height;
  /// The pixel format, as in drm_fourcc.h.
  uint32_t fourcc;
  /// The memory layout, as in drm_fourcc.h; DRM_FORMAT_MOD_INVALID if it is unknown.
  uint64_t modifier;
  /// The number of planes, 1 to MP_DMABUF_PLANES.
  int plane_count;
  /// The planes, of which the first `plane_count` are valid.
  mp_dmabuf_plane planes[MP_DMABUF_PLANES];
  /// A sync_file (EGL_ANDROID_native_fence_sync) that is signalled when the pixels are ready; -1 if
  /// they are.
  int fence;
} mp_dmabuf;

/// Closes the descriptors and the fence of a dma-buf.
void mp_dmabuf_close(mp_dmabuf *dmabuf);

/// The matrix and range of luma and chroma; ignored for RGB formats.
typedef enum {
  MP_COLORS_BT709 = 0,
  MP_COLORS_BT601 = 1,
  MP_COLORS_BT2020 = 2,
  /// Full range, 0 to 255; without it video range, 16 to 235.
  MP_COLORS_FULL_RANGE = 4
} mp_colors;

/// Called when pixels are no longer used, on any thread.
typedef void (*mp_release_handler)(void *context);

/// Sets the layer's contents to the pixels of a dma-buf, without a copy if the driver can: a frame
/// of a video decoder, a camera, another program or a target. Formats: AR24, XR24, AB24, XB24,
/// AR30, XR30, AB30, XB30, NV12, NV21, YU12, P010, and others that the driver supports.
/// - dmabuf: its descriptors may be closed afterwards. The pixels must not change until a frame
///   without them has been drawn.
/// - colors: the matrix and range of luma and chroma, an mp_colors.
/// - release: called on any thread when the pixels are no longer used, some frames after they were
///   last shown; NULL for none.
bool mp_layer_set_contents_dmabuf(
    mp_layer *layer, const mp_dmabuf *dmabuf, unsigned colors, mp_release_handler release, void *context);

/// Announces new pixels in the dma-buf that is the layer's contents.
/// - fence: a sync_file that is signalled when they are ready, owned by the caller; -1 if they are.
/// Fails if the contents are not those of mp_layer_set_contents_dmabuf.
bool mp_layer_contents_changed(mp_layer *layer, int fence);

/// Converts a point between the coordinates of two layers, by their model values; NULL is the
/// canvas. Fails, and changes nothing, if the point has no finite image: a layer in between has no
/// size or is seen edge-on.
bool mp_layer_convert_point(const mp_layer *from, const mp_layer *to, double *x, double *y);

// MARK: - Input

/// The kinds of input. Positions are in points of the canvas.
typedef enum {
  MP_POINTER_MOVE, ///< The pointer moved to (x, y).
  MP_BUTTON_PRESS, ///< Button `number` was pressed at (x, y).
  MP_BUTTON_RELEASE, ///< Button `number` was released at (x, y).
  MP_SCROLL, ///< A scroll by (x, y) degrees of a wheel, right and down positive.
  MP_TOUCH_BEGIN, ///< Finger `number` touched (x, y).
  MP_TOUCH_MOVE, ///< Finger `number` moved to (x, y).
  MP_TOUCH_END, ///< Finger `number` was lifted.
  MP_TOUCH_CANCEL, ///< The device cancelled the touch of finger `number`.
  MP_KEY_PRESS, ///< Key `number` was pressed.
  MP_KEY_RELEASE ///< Key `number` was released.
} mp_input_kind;

/// An input of a device.
typedef struct {
  /// The kind of input.
  mp_input_kind kind;
  /// The position on the canvas, in points; the distance of MP_SCROLL, in degrees. Ignored for
  /// keys, MP_TOUCH_END and MP_TOUCH_CANCEL.
  double x, y;
  /// The kernel's code of the button or key (BTN_LEFT is 272, KEY_A 30), or the finger.
  int number;
} mp_input;

/// The kinds of input event of a layer.
typedef enum {
  MP_EVENT_ENTER, ///< The pointer entered the layer or one of its sublayers.
  MP_EVENT_LEAVE, ///< The pointer left the layer.
  MP_EVENT_PRESS, ///< A button or finger went down on the layer, which captures it until it is up.
  MP_EVENT_MOVE, ///< The pointer moved over the layer, or the press moved.
  MP_EVENT_RELEASE, ///< The button or finger went up, inside or outside; see `is_inside`.
  MP_EVENT_TAP, ///< A finger or the left button went up inside, without a drag; after the release.
  MP_EVENT_CANCEL, ///< The press ended without a release.
  MP_EVENT_SCROLL, ///< The wheel turned, or two fingers moved on a touchpad.
  MP_EVENT_KEY_DOWN, ///< A key went down.
  MP_EVENT_KEY_UP ///< A key went up.
} mp_event_kind;

/// An input event of a layer.
typedef struct {
  /// The kind of event.
  mp_event_kind kind;
  /// The hit layer; retain it to use it after the call.
  mp_layer *layer;
  /// The position in the layer's coordinates, by its animated values, in points; NAN for keys.
  double x, y;
  /// The position on the canvas, in points; NAN for keys.
  double canvas_x, canvas_y;
  /// The button, finger or key; -1 for none.
  int number;
  /// Whether the position is inside the layer: a press continues outside.
  bool is_inside;
} mp_event;

/// Called for an input event; `event` is valid during the call.
typedef void (*mp_event_handler)(void *context, const mp_event *event);

/// Sets the function that is called for input events of the scene's layers; NULL removes it.
void mp_scene_set_event_handler(mp_scene *scene, mp_event_handler handler, void *context);

/// Processes an input event. The handler is called before the function returns.
void mp_scene_input(mp_scene *scene, const mp_input *input);

/// The layer at a point of the canvas at the scene's time, retained. NULL, without a failure, if
/// there is none.
mp_layer *mp_scene_hit(mp_scene *scene, double x, double y);

// MARK: - Drawing

/// Creates a renderer in the OpenGL ES 3 context that is current on this thread. The context must
/// be current whenever the renderer is used or released. Its state is restored.
mp_renderer *mp_renderer_create_in_context(void);

/// Creates a renderer on its own OpenGL ES device, hardware or software.
/// - device: "automatic", "hardware", "software" or a device that `multiplane devices` lists; NULL
///   is "automatic".
mp_renderer *mp_renderer_create(const char *device);

/// Creates a renderer of a kind. A CPU renderer needs no device: its images are in memory, so it
/// has no textures (0), EGL context (NULL), dma-bufs or fences, and drawing is complete when a
/// function returns.
/// - renderer: "automatic" (OpenGL ES on a hardware device, else the CPU), "gl", "cpu" or
///   "reference" (slow; defines the correct picture); NULL is "automatic".
/// - device: the OpenGL ES device, as for mp_renderer_create; NULL with "cpu" and "reference".
/// - threads: the number of threads of the CPU renderer; 0 for one per core.
mp_renderer *mp_renderer_create_with(const char *renderer, const char *device, int threads);

/// Releases a renderer; NULL is allowed.
void mp_renderer_release(mp_renderer *renderer);

/// Sets the memory budget of textures for images, paths and groups, in bytes. The least recently
/// used ones are evicted; only a single frame's need exceeds it. Default half a gigabyte.
void mp_renderer_set_texture_memory(mp_renderer *renderer, size_t bytes);

/// Debug overlays, drawn over a scene.
typedef enum {
  /// No overlay.
  MP_OVERLAY_NONE = 0,
  /// An outline and the name of each visible layer.
  MP_OVERLAY_LAYERS = 1,
  /// The damaged rectangles.
  MP_OVERLAY_DAMAGE = 2,
  /// Overdraw: pixels written twice are blue, three times green, four times orange, more often red.
  MP_OVERLAY_OVERDRAW = 4,
  /// An outline of each render pass with its reason, and the previous frame's number of passes,
  /// batches and quads.
  MP_OVERLAY_BATCHES = 8,
  /// The frame number, the interval since the previous frame, and its drawing time.
  MP_OVERLAY_FRAMES = 16
} mp_overlay_flags;

/// Sets the debug overlay of all frames and targets, from the next one on. Its changes are damage.
/// - overlay: mp_overlay_flags.
void mp_renderer_set_debug_overlay(mp_renderer *renderer, unsigned overlay);

/// Flags for drawing into a framebuffer.
typedef enum {
  /// Draws over the existing pixels, with the bottom row first.
  MP_DRAW_DEFAULT = 0,
  /// Clears the framebuffer to the scene's background first, or to transparent without one.
  MP_DRAW_CLEAR = 1,
  /// Draws the picture's top row into row 0 of the framebuffer; by default the bottom row, as in
  /// OpenGL.
  MP_DRAW_TOP_ROW_FIRST = 2,
  /// For mp_target_draw: draws only what has changed since the target was last drawn. Its pixels
  /// must not have changed meanwhile. Without MP_DRAW_CLEAR, first restore the background in the
  /// rectangles of mp_target_damage.
  MP_DRAW_CHANGES = 4,
  /// In the program's context: 16 bits per channel, rounded once at the end, as for pictures; by
  /// default 8, to which each layer is rounded. Renderers with their own device always use 16.
  MP_DRAW_16_BITS = 8
} mp_draw_flags;

/// Draws the scene at its time into the bound framebuffer, with the size of the viewport, which
/// starts at (0, 0). The canvas fills its width. For renderers in the program's context.
bool mp_renderer_draw_in_context(mp_renderer *renderer, mp_scene *scene, unsigned flags);

/// Draws as mp_renderer_draw_in_context, but only the pixels that are out of date.
/// - age: the age of the framebuffer's pixels in frames, as in EGL_BUFFER_AGE_EXT: 1 for the last
///   frame of the scene that this function drew, 0 if unknown, which draws everything.
/// Without MP_DRAW_CLEAR, first restore the background in the rectangles of
/// mp_renderer_damage_in_context.
bool mp_renderer_redraw_in_context(mp_renderer *renderer, mp_scene *scene, unsigned flags, int age);

/// Draws the scene at its time into the renderer's own image, only where it has changed, and does
/// not wait for the device.
/// - scale: pixels per point.
bool mp_renderer_draw(mp_renderer *renderer, mp_scene *scene, double scale);

/// The size of the renderer's image, in pixels; 0 before the first drawing.
void mp_renderer_size(const mp_renderer *renderer, int *width, int *height);

/// The OpenGL texture of the renderer's image, with the picture's top row at 0; 0 before the first
/// drawing. Valid until the size changes, in the context of the renderer, or of
/// `mp_renderer_egl_context` if it has its own device.
uint32_t mp_renderer_texture(const mp_renderer *renderer);

/// The EGLDisplay and EGLContext of the renderer; NULL for CPU renderers. To use its textures,
/// create a context with this one as `share_context`. Do not make it current.
void mp_renderer_egl_context(const mp_renderer *renderer, void **display, void **context);

/// A rectangle of a picture, in pixels from its top left, y down, regardless of the order of rows
/// in memory. glScissor and eglSwapBuffersWithDamageKHR count from the bottom: there y is the
/// framebuffer's height minus `y` and `height`, unless the top row is first.
typedef struct {
  int x, y, width, height;
} mp_rect;

/// The maximum number of rectangles of a damage.
#define MP_DAMAGE_RECTS 8

/// The damage of a picture: disjoint rectangles, from top to bottom, that contain all changed
/// pixels.
typedef struct {
  /// The number of rectangles, 0 to MP_DAMAGE_RECTS.
  int count;
  /// The rectangles, of which the first `count` are valid.
  mp_rect rects[MP_DAMAGE_RECTS];
} mp_damage;

/// The damage that mp_renderer_redraw_in_context would draw now into the bound framebuffer. With an
/// age of 1, a count of 0 means that no new frame is needed. Draws nothing.
bool mp_renderer_damage_in_context(mp_renderer *renderer, mp_scene *scene, unsigned flags, int age, mp_damage *damage);

/// The damage that mp_renderer_draw would draw now. Draws nothing.
bool mp_renderer_damage(mp_renderer *renderer, mp_scene *scene, double scale, mp_damage *damage);

/// The damage of the last mp_renderer_draw or mp_renderer_redraw_in_context against the frame
/// before, for displays and encoders; the whole picture after mp_renderer_draw_in_context. A count
/// of 0 before the first drawing.
void mp_renderer_last_damage(const mp_renderer *renderer, mp_damage *damage);

/// Waits until the image is drawn, and copies it: RGBA, premultiplied, top row first.
/// - stride: bytes per row, at least four times the width.
bool mp_renderer_read_pixels(mp_renderer *renderer, void *pixels, size_t stride);

/// Exports the memory of the renderer's image, with a fence if the driver supports fences; else
/// waits until it is drawn. Close it with mp_dmabuf_close. Fails if the driver cannot share memory;
/// a GBM device can ("gbm:/dev/dri/renderD128").
bool mp_renderer_export_dmabuf(mp_renderer *renderer, mp_dmabuf *dmabuf);

/// Creates a sync_file that is signalled when all drawing so far is complete; the caller closes it.
/// -1 if the driver has no such fences, or on failure: then drawing is complete already.
int mp_renderer_fence(mp_renderer *renderer);

/// Makes all further drawing wait for a sync_file, which the caller still owns.
bool mp_renderer_wait_fence(mp_renderer *renderer, int fence);

/// Waits until all drawing is complete.
bool mp_renderer_finish(mp_renderer *renderer);

// MARK: - Targets

/// Creates an image of the renderer; several make a swapchain. On a GBM device it is a buffer that
/// can be shared.
/// - width, height: in pixels.
mp_target *mp_target_create(mp_renderer *renderer, int width, int height);

/// Creates a target from the program's texture (GL_TEXTURE_2D, level 0, with renderable storage
/// such as GL_RGBA8). For renderers in the program's context. The texture must outlive the target:
/// drawing and reading fail if it is deleted or, from OpenGL ES 3.1, smaller than the target.
/// - width, height: in pixels, at most the texture's.
mp_target *mp_target_create_with_texture(mp_renderer *renderer, uint32_t texture, int width, int height);

/// Creates a target from the program's memory, for CPU renderers of mp_renderer_create_with: a
/// buffer of a window or a display, or a frame of a video. It must exist until the target is
/// released. 8 bits per channel, premultiplied, top row first.
/// - width, height: in pixels.
/// - stride: bytes per row, at least four times the width.
/// - blue_first: the byte order: BGRA (DRM_FORMAT_ARGB8888 and wl_shm's) if true, else RGBA.
mp_target *mp_target_create_with_memory(
    mp_renderer *renderer, void *pixels, int width, int height, size_t stride, bool blue_first);

/// Creates a target from RGB dma-bufs of the program, another program or a device. The descriptors
/// may be closed afterwards; drawing waits for `fence`.
mp_target *mp_target_create_with_dmabuf(mp_renderer *renderer, const mp_dmabuf *dmabuf);

/// Releases a target; NULL is allowed. Release it before the context of its renderer is destroyed.
void mp_target_release(mp_target *target);

/// Draws the scene at its time over the whole target, and does not wait. The canvas fills its
/// width. The renderer's own images, if cleared, are only redrawn where they have changed
/// (MP_DRAW_CHANGES), because no other program draws into them.
/// - flags: mp_draw_flags; dma-bufs, memory and the renderer's own images always have the top row
///   first.
bool mp_target_draw(mp_target *target, mp_scene *scene, unsigned flags);

/// The damage that mp_target_draw would draw now: what has changed since the target was last drawn,
/// with a count of 0 for nothing. Draws nothing. In a swapchain, ask the target that was drawn last
/// for the change since the last frame, and the next one for what will be drawn.
/// - flags: those of the drawing; MP_DRAW_CHANGES is implied.
bool mp_target_damage(mp_target *target, mp_scene *scene, unsigned flags, mp_damage *damage);

/// The damage of the last mp_target_draw against the target's previous pixels. A count of 0 before
/// the first drawing.
void mp_target_last_damage(const mp_target *target, mp_damage *damage);

/// Announces that another program has drawn into the target: the next drawing covers all of it.
void mp_target_forget(mp_target *target);

/// The OpenGL texture of the target, in the context of `mp_renderer_texture`.
uint32_t mp_target_texture(const mp_target *target);

/// Reads pixels as mp_renderer_read_pixels does, but starts with a texture's row 0.
bool mp_target_read_pixels(mp_target *target, void *pixels, size_t stride);

/// Exports the target's memory as mp_renderer_export_dmabuf does.
bool mp_target_export_dmabuf(mp_target *target, mp_dmabuf *dmabuf);

// MARK: - Images and videos

/// Creates a renderer for images of scenes, without an OpenGL ES context in the program.
/// - renderer: "automatic" (OpenGL ES on a hardware device, else the CPU), "gl", "cpu" or
///   "reference"; NULL is "automatic".
/// - device: the OpenGL ES device, as for mp_renderer_create.
/// - threads: the number of threads of the CPU renderer; 0 for one per core.
mp_image_renderer *mp_image_renderer_create(const char *renderer, const char *device, int threads);

/// Releases an image renderer; NULL is allowed.
void mp_image_renderer_release(mp_image_renderer *renderer);

/// Sets limits per picture: a scene that exceeds one is not drawn. Without a call there are none.
/// - memory: in bytes: of the whole program if the processor draws, else of the device.
/// - seconds: of one processor core; a device is estimated in the same unit.
void mp_image_renderer_set_limits(mp_image_renderer *renderer, size_t memory, double seconds);

/// Draws an image of the scene at a scene time in seconds, without changing the scene's own time.
/// Release it.
/// - time: NAN for the scene's poster time.
/// - scale: pixels per point; 0 for the scene's.
mp_image *mp_image_renderer_draw(mp_image_renderer *renderer, mp_scene *scene, double time, double scale);

/// Called after each frame, with the number of written frames and of all; false cancels, and no
/// file is left.
typedef bool (*mp_progress)(void *context, int frame, int count);

/// Writes a time range of the scene to a video file, completely or not at all. Formats other than
/// .apng and .webp need the program `ffmpeg`.
/// - path: ends in .mp4, .webm, .mov, .gif, .apng or .webp.
/// - from, to: in seconds of scene time; `to` is not included.
/// - frames_per_second: 0.01 to 1000.
/// - scale: pixels per point; 0 for the scene's.
/// - quality: 0 (smallest file) to 1 (best); below 0 for the default of the format. .gif and .apng
///   have none.
/// - progress: may be NULL.
bool mp_image_renderer_write_video(
    mp_image_renderer *renderer, mp_scene *scene, const char *path, double from, double to, double frames_per_second,
    double scale, double quality, mp_progress progress, void *context);

/// Creates an image from pixels, which are copied: RGBA, 8 bits per channel, sRGB, top row first.
/// Release it.
/// - width, height: in pixels, above 0.
/// - stride: bytes per row, at least four times the width.
/// - straight: whether the pixels are unpremultiplied.
mp_image *mp_image_create(const void *pixels, int width, int height, size_t stride, bool straight);

/// Loads an image file: PNG, JPEG, WebP or, with libavif, AVIF. Release it.
mp_image *mp_image_load(const char *path);

/// Releases an image; NULL is allowed. Images are immutable and may be used on any thread.
void mp_image_release(mp_image *image);

/// The size, in pixels.
void mp_image_size(const mp_image *image, int *width, int *height);

/// Copies an image: RGBA, 8 bits per channel, sRGB, top row first.
/// - stride: bytes per row, at least four times the width.
/// - straight: whether the copy is unpremultiplied.
bool mp_image_read(const mp_image *image, void *pixels, size_t stride, bool straight);

/// Encodes an image as the bytes of a file; free them with mp_free.
/// - format: "png", "jpeg" (over white), "webp", or "avif" with libavif.
/// - quality: from 0 (smallest) to 1 (best). Below 0 it is the default, 0.9. WebP and AVIF are
///   lossless at 1, PNG always.
/// - effort: for PNG and WebP, from 0 (fastest) to 1 (smallest file). Below 0 it is the default,
///   0.3.
void *mp_image_encode(const mp_image *image, const char *format, double quality, double effort, size_t *length);

/// The difference of two images, in 255ths. The difference of a pixel is that of its worst channel.
typedef struct mp_difference {
  /// The largest difference of any pixel.
  int largest;
  /// The mean difference of all pixels.
  double mean;
  /// The shares of pixels, 0 to 1, that differ by more than 1, 2 and 8.
  double beyond_1, beyond_2, beyond_8;
} mp_difference;

/// Compares two images of the same size; fails if their sizes differ.
/// - tolerance: "exact", "parity" (the tolerance of renderers), or numbers: "1:0.1%,3" allows more
///   than 1/255 for 0.1 % of the pixels, and at most 3/255 for any; NULL is "parity".
/// - difference: may be NULL.
/// Returns the violations of the tolerance, "" if the images are alike; free it with mp_free. NULL
/// on failure.
char *mp_image_compare(
    const mp_image *image, const mp_image *expected, const char *tolerance, mp_difference *difference);

/// A picture of the difference of two images of the same size: black for none, brighter for larger
/// ones, white from 16/255 on. Release it.
mp_image *mp_image_difference(const mp_image *image, const mp_image *expected);

#ifdef __cplusplus
}
#endif

#endif
