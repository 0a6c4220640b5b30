/* The floor of OpenGL ES: each workload's pixels in the cheapest way that OpenGL ES 3 can draw them.  One vertex buffer,
   one atlas, one draw call where that is possible, the least shader.  Shadows, cards and mask fades are baked once (a
   cache keyed by size, radius and sigma could hold them); layer content is not combined beforehand.  It is no engine: it
   knows the workload.

   variants: ""      the floor
             "sdf"   rrects, retained: the corners by a distance function over the whole quad (what most engines do)
             "damage" retained: only the union of the old and the new box of the layer that turns
             "nearest", "linear" blit, fill4k: the image is sampled instead of copied (glBlitFramebuffer)
   --engine rgba | bgra: the format of the colour buffer. */
#include "scene.h"
#include "bake.h"
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl3.h>
#include <GLES2/gl2ext.h>

static void egl_init(void) {
  PFNEGLGETPLATFORMDISPLAYEXTPROC get = (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
  EGLDisplay d = get(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
  EGLint want[] = {
      EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_RED_SIZE, 8, EGL_ALPHA_SIZE, 8,
      EGL_NONE};
  EGLint ca[] = {EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE}, n;
  EGLConfig cfg;
  if (!eglInitialize(d, NULL, NULL) || !eglBindAPI(EGL_OPENGL_ES_API) || !eglChooseConfig(d, want, &cfg, 1, &n) || !n)
    exit(3);
  EGLContext c = eglCreateContext(d, cfg, NULL, ca);
  if (!eglMakeCurrent(d, EGL_NO_SURFACE, EGL_NO_SURFACE, c)) exit(3);
}

static int bgra;
static GLuint shader(GLenum k, const char *src) {
  GLuint s = glCreateShader(k);
  const char *v[3] = {"#version 310 es\nprecision highp float;\nprecision highp sampler2D;\n",
                      bgra ? "#define FLAT\n" : "#define FLAT flat\n", src};
  glShaderSource(s, 3, v, NULL);
  glCompileShader(s);
  GLint ok;
  glGetShaderiv(s, GL_COMPILE_STATUS, &ok);
  if (!ok) {
    char l[2000];
    glGetShaderInfoLog(s, 2000, NULL, l);
    fprintf(stderr, "%s\n%s\n", src, l);
    exit(3);
  }
  return s;
}
static GLuint program(const char *vs, const char *fs) {
  GLuint p = glCreateProgram();
  glAttachShader(p, shader(GL_VERTEX_SHADER, vs));
  glAttachShader(p, shader(GL_FRAGMENT_SHADER, fs));
  glBindAttribLocation(p, 0, "pos");
  glBindAttribLocation(p, 1, "uv");
  glBindAttribLocation(p, 2, "uv2");
  glBindAttribLocation(p, 3, "col");
  glLinkProgram(p);
  GLint ok;
  glGetProgramiv(p, GL_LINK_STATUS, &ok);
  if (!ok) {
    char l[2000];
    glGetProgramInfoLog(p, 2000, NULL, l);
    fprintf(stderr, "%s\n", l);
    exit(3);
  }
  return p;
}
static const char *VS_TEX = "uniform vec4 k; in vec3 pos; in vec2 uv; in vec4 col; out vec2 t; out vec4 c;\n"
                            "void main(){ t=uv; c=col; gl_Position=vec4(pos.xy*k.xy+k.zw*pos.z,0.,pos.z);} ";
static const char *VS_TEX1 = "layout(location=0) uniform vec4 k; in vec3 pos; in vec2 uv; out vec2 t;\n"
                             "void main(){ t=uv; gl_Position=vec4(pos.xy*k.xy+k.zw*pos.z,0.,pos.z);} ";
static const char *VS_SOLID = "uniform vec4 k; in vec3 pos; in vec4 col; FLAT out vec4 c;\n"
                              "void main(){ c=col; gl_Position=vec4(pos.xy*k.xy+k.zw*pos.z,0.,pos.z);} ";
static const char *VS_2 =
    "uniform vec4 k; in vec3 pos; in vec2 uv; in vec2 uv2; in vec4 col; out vec2 t; out vec2 t2; out vec4 c;\n"
    "void main(){ t=uv; t2=uv2; c=col; gl_Position=vec4(pos.xy*k.xy+k.zw*pos.z,0.,pos.z);} ";
static const char *FS_TEX = "uniform sampler2D s; in vec2 t; in vec4 c; out vec4 o; void main(){ o=texture(s,t)*c; }";
static const char *FS_TEX1 = "uniform sampler2D s; in vec2 t; out vec4 o; void main(){ o=texture(s,t); }";
static const char *FS_TEXU =
    "uniform sampler2D s; uniform vec4 u; in vec2 t; out vec4 o; void main(){ o=texture(s,t)*u; }";
static const char *FS_SOLID = "FLAT in vec4 c; out vec4 o; void main(){ o=c; }";
static const char *FS_MASK =
    "uniform sampler2D s; in vec2 t; in vec2 t2; out vec4 o; void main(){ o=texture(s,t)*texture(s,t2).a; }";
static const char *FS_SDF = "uniform float r; in vec2 t; in vec2 t2; in vec4 c; out vec4 o;\n"
                            "void main(){ vec2 q=abs(t)-t2+r; float d=length(max(q,0.))-r; o=c*clamp(.5-d,0.,1.); }";
static const char *FS_BLUR =
    "uniform sampler2D s; uniform vec2 d; uniform vec2 g[8]; uniform int n; in vec2 t; out vec4 o;\n"
    "void main(){ vec4 a=texture(s,t)*g[0].x; for(int i=1;i<n;i++){ "
    "a+=(texture(s,t+d*g[i].y)+texture(s,t-d*g[i].y))*g[i].x; } o=a; }";

typedef struct {
  float x, y, w, u, v, u2, v2;
  unsigned char c[4];
} Vtx;
static Vtx *vb;
static int nv;
static GLuint vbo, ibo;
static int W, H;
static GLuint p_tex, p_tex1, p_texu, p_solid, p_mask, p_sdf, p_blur;
typedef struct {
  float u0, v0, u1, v1;
} UV;

static void rgba8(unsigned char *o, const double *c, double a) {
  a *= c[3];
  for (int i = 0; i < 3; i++) o[i] = (unsigned char)(c[i] * a * 255 + .5);
  o[3] = (unsigned char)(a * 255 + .5);
}
static Vtx *quad(double x0, double y0, double x1, double y1, UV q, const unsigned char *c) {
  Vtx *v = vb + nv;
  for (int i = 0; i < 4; i++) {
    v[i].x = i & 1 ? x1 : x0;
    v[i].y = i & 2 ? y1 : y0;
    v[i].w = 1;
    v[i].u = i & 1 ? q.u1 : q.u0;
    v[i].v = i & 2 ? q.v1 : q.v0;
    v[i].u2 = v[i].v2 = 0;
    memcpy(v[i].c, c, 4);
  }
  nv += 4;
  return v;
}
static const unsigned char WHITE[4] = {255, 255, 255, 255};

/* --- the atlas --- */
static unsigned char *at;
static int aw = 2048, ah = 2048, ax = 0, ay = 0, arow = 0;
static GLuint atlas;
static UV atlas_add(const unsigned char *px, int w, int h) {
  if (ax + w + 2 > aw) {
    ax = 0;
    ay += arow;
    arow = 0;
  }
  if (ay + h + 2 > ah) exit(4);
  for (int y = 0; y < h; y++)
    memcpy(at + ((size_t)(ay + 1 + y) * aw + ax + 1) * 4, px + (size_t)y * w * 4, (size_t)w * 4);
  UV r = {(ax + 1) / (float)aw, (ay + 1) / (float)ah, (ax + 1 + w) / (float)aw, (ay + 1 + h) / (float)ah};
  ax += w + 2;
  if (h + 2 > arow) arow = h + 2;
  return r;
}
static GLuint texture(const unsigned char *px, int w, int h) {
  GLuint t;
  unsigned char *tmp = NULL;
  glGenTextures(1, &t);
  glBindTexture(GL_TEXTURE_2D, t);
  if (bgra) {
    if (px) {
      tmp = malloc((size_t)w * h * 4);
      for (size_t i = 0; i < (size_t)w * h; i++) {
        tmp[4 * i] = px[4 * i + 2];
        tmp[4 * i + 1] = px[4 * i + 1];
        tmp[4 * i + 2] = px[4 * i];
        tmp[4 * i + 3] = px[4 * i + 3];
      }
    }
    glTexImage2D(GL_TEXTURE_2D, 0, GL_BGRA_EXT, w, h, 0, GL_BGRA_EXT, GL_UNSIGNED_BYTE, tmp);
  } else
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, w, h, 0, GL_RGBA, GL_UNSIGNED_BYTE, px);
  free(tmp);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  return t;
}
typedef struct {
  GLuint fb, tex;
  int w, h;
} Target;
static Target target(int w, int h) {
  Target t = {0, texture(NULL, w, h), w, h};
  glGenFramebuffers(1, &t.fb);
  glBindFramebuffer(GL_FRAMEBUFFER, t.fb);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, t.tex, 0);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
    fprintf(stderr, "framebuffer\n");
    exit(3);
  }
  return t;
}
static void use(Target t) {
  glBindFramebuffer(GL_FRAMEBUFFER, t.fb);
  glViewport(0, 0, t.w, t.h);
}

static void blit(GLuint from, int w, int h) {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, from);
  glBlitFramebuffer(0, 0, w, h, 0, 0, w, h, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

static int gauss(double sigma, float *g) { /* pairs of taps read by one linear sample; weight, offset */
  int R = (int)ceil(2.6 * sigma), n = 1;
  double w[64], sum = 0;
  for (int i = 0; i <= R + 1; i++) {
    w[i] = i <= R ? exp(-.5 * i * i / sigma / sigma) : 0;
    sum += i ? 2 * w[i] : w[i];
  }
  g[0] = w[0] / sum;
  g[1] = 0;
  for (int i = 1; i <= R && n < 8; i += 2, n++) {
    double a = w[i], b = w[i + 1];
    g[2 * n] = (a + b) / sum;
    g[2 * n + 1] = (a * i + b * (i + 1)) / (a + b);
  }
  return n;
}

int main(int argc, char **argv) {
  Args a = parse_args(argc, argv);
  bgra = !strcmp(a.engine, "bgra");
  char peer[64];
  snprintf(peer, sizeof peer, "gl floor");
  int special = !strncmp(a.workload, "clear", 5) || !strncmp(a.workload, "blit", 4);
  Scene *s = special ? calloc(1, sizeof *s) : scene_load(a.dir, a.workload);
  if (refuses(peer, &a, s, 0)) return 0;
  if (special) {
    int k4 = strstr(a.workload, "4k") != NULL;
    s->w = k4 ? 3840 : 1920;
    s->h = k4 ? 2160 : 1080;
    s->bg[3] = 1;
  }
  const char *wl = a.workload;
  int sdf = !strcmp(a.variant, "sdf"), damage = !strcmp(a.variant, "damage");
  egl_init();
  W = s->w;
  H = s->h;
  at = calloc(4, (size_t)aw * ah);
  vb = malloc(sizeof(Vtx) * 4 * (s->n * 8 + 5000));
  p_tex = program(VS_TEX, FS_TEX);
  p_tex1 = program(VS_TEX1, FS_TEX1);
  p_texu = program(VS_TEX1, FS_TEXU);
  p_solid = program(VS_SOLID, FS_SOLID);
  p_mask = program(VS_2, FS_MASK);
  p_sdf = program(VS_2, FS_SDF);
  p_blur = program(VS_TEX1, FS_BLUR);
  int maxq = s->n * 8 + 5000;
  unsigned *ix = malloc(sizeof(unsigned) * 6 * maxq);
  for (int i = 0; i < maxq; i++) {
    unsigned b = 4 * i, q[6] = {b, b + 1, b + 2, b + 2, b + 1, b + 3};
    memcpy(ix + 6 * i, q, sizeof q);
  }
  glGenBuffers(1, &vbo);
  glGenBuffers(1, &ibo);
  glBindBuffer(GL_ARRAY_BUFFER, vbo);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, ibo);
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(unsigned) * 6 * maxq, ix, GL_STATIC_DRAW);
  for (int i = 0; i < 4; i++) glEnableVertexAttribArray(i);
  glVertexAttribPointer(0, 3, GL_FLOAT, 0, sizeof(Vtx), (void *)0);
  glVertexAttribPointer(1, 2, GL_FLOAT, 0, sizeof(Vtx), (void *)12);
  glVertexAttribPointer(2, 2, GL_FLOAT, 0, sizeof(Vtx), (void *)20);
  glVertexAttribPointer(3, 4, GL_UNSIGNED_BYTE, 1, sizeof(Vtx), (void *)28);

  Target out = target(W, H);
  int single = !strcmp(wl, "fill4k") || !strncmp(wl, "blit", 4);
  UV uv[64], full = {0, 0, 1, 1};
  GLuint big = 0, img_fb = 0;
  int copy = *a.variant == 0;
  if (single) {
    unsigned char *px = s->nimg ? s->img[0].px : malloc((size_t)W * H * 4);
    if (!s->nimg)
      for (size_t i = 0; i < (size_t)W * H * 4; i++) px[i] = i % 4 == 3 ? 255 : (i * 2654435761u) >> 24;
    big = texture(px, W, H);
    if (!strcmp(a.variant, "linear"))
      copy = 0;
    else
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST),
          glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glGenFramebuffers(1, &img_fb);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, img_fb);
    glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, big, 0);
  } else
    for (int i = 0; i < s->nimg; i++) uv[i] = atlas_add(s->img[i].px, s->img[i].w, s->img[i].h);
  unsigned char white4[64];
  memset(white4, 255, 64);
  UV uw = atlas_add(white4, 4, 4);
  uw.u0 = uw.u1 = (uw.u0 + uw.u1) / 2;
  uw.v0 = uw.v1 = (uw.v0 + uw.v1) / 2;
  /* what can be baked */
  UV u_card = full, u_round[64], u_shadow = full, u_rr = full, u_fade = full;
  int cardw = 0, cardh = 0, cpad = 0, shw = 0, shh = 0;
  if (!strcmp(wl, "cards")) {
    Item *c = s->it;
    cpad = 30;
    int w2, h2, w3, h3;
    float *sh = bake(c->w, c->h, c->radius, c->sh_sigma, cpad, &w2, &h2),
          *rr = bake(c->w, c->h, c->radius, 0, cpad, &w3, &h3);
    float *in = bake(c->w - 2 * c->border, c->h - 2 * c->border, c->radius - c->border, 0, cpad + 1, &w3, &h3);
    unsigned char *p = malloc((size_t)w2 * h2 * 4);
    for (int y = 0; y < h2; y++)
      for (int x = 0; x < w2; x++) {
        int ys = y - (int)c->sh_dy;
        double sa = ys >= 0 ? sh[ys * w2 + x] * c->sh_a : 0, ra = rr[y * w2 + x], ia = in[y * w2 + x],
               al = ra + sa * (1 - ra);
        for (int k = 0; k < 3; k++)
          p[(y * w2 + x) * 4 + k] = (unsigned char)(255 * (ia * c->c[k] + (ra - ia) * c->bc[k]) + .5);
        p[(y * w2 + x) * 4 + 3] = (unsigned char)(255 * al + .5);
      }
    u_card = atlas_add(p, w2, h2);
    cardw = w2;
    cardh = h2;
    for (int i = 0; i < s->nimg; i++) {
      float *m = bake(64, 64, 8, 0, 0, &w3, &h3);
      unsigned char *q = malloc(64 * 64 * 4);
      for (int k = 0; k < 64 * 64 * 4; k++) q[k] = (unsigned char)(s->img[i].px[k] * m[k / 4] + .5);
      u_round[i] = atlas_add(q, 64, 64);
    }
  } else if (!strcmp(wl, "shadows")) {
    Item *c = s->it;
    cpad = 60;
    int w3, h3;
    float *sh = bake(c->w, c->h, c->radius, c->sh_sigma, cpad, &shw, &shh),
          *rr = bake(c->w, c->h, c->radius, 0, 0, &w3, &h3);
    unsigned char *p = calloc(4, (size_t)shw * shh), *q = malloc((size_t)w3 * h3 * 4);
    for (int i = 0; i < shw * shh; i++) p[4 * i + 3] = (unsigned char)(255 * sh[i] * c->sh_a + .5);
    for (int i = 0; i < w3 * h3; i++) memset(q + 4 * i, (unsigned char)(255 * rr[i] + .5), 4);
    u_shadow = atlas_add(p, shw, shh);
    u_rr = atlas_add(q, w3, h3);
  } else if (!strcmp(wl, "masks")) {
    int w3, h3;
    float *rr = bake(128, 128, 24, 0, 0, &w3, &h3);
    unsigned char *q = malloc(128 * 128 * 4);
    for (int i = 0; i < 128 * 128; i++)
      memset(q + 4 * i, (unsigned char)(255 * rr[i] * (1 - (i / 128 + .5) / 128) + .5), 4);
    u_fade = atlas_add(q, 128, 128);
  }
  atlas = texture(at, aw, ah);
  int is_blur = !strcmp(wl, "blur"), is_back = !strcmp(wl, "backdrop");
  int f = is_blur ? 4 : 8, cell = 72, bw = is_blur ? cell * 5 : 0, bh = is_blur ? cell * 4 : 0;
  Item *bd = is_back ? s->it + s->n - 1 : NULL;
  if (is_back) {
    bw = (int)(bd->w + 128) / f;
    bh = (int)(bd->h + 128) / f;
  }
  Target b0 = {0}, b1 = {0};
  if (bw) b0 = target(bw, bh), b1 = target(bw, bh);
  float taps[16];
  int ntaps = bw ? gauss((is_blur ? 10. : 20.) / f, taps) : 0;
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glBindTexture(GL_TEXTURE_2D, single ? big : atlas);
  glBufferData(GL_ARRAY_BUFFER, sizeof(Vtx) * 4 * maxq, NULL, GL_STREAM_DRAW);

  /* llvmpipe (Mesa 22.3) draws axis-aligned rectangles by spans, several times faster, where the colour buffer and the
     textures are BGRA, samplers are highp (mediump makes half floats), no input is flat, there is no depth or stencil
     buffer, and the vertices of a call fit into 4,096 bytes: 16 for the position and for each varying.  Twenty quads of two
     varyings do, and none here has more. */
#define DRAW(prog, t, first, count)                                                                                    \
  do {                                                                                                                 \
    glUseProgram(prog);                                                                                                \
    glUniform4f(glGetUniformLocation(prog, "k"), 2.f / (t).w, 2.f / (t).h, -1, -1);                                    \
    int q0 = (first) / 4, q1 = q0 + (count) / 4,                                                                       \
        step = bgra ? 20 : maxq;                                                                                       \
    for (; q0 < q1; q0 += step)                                                                                        \
      glDrawElements(GL_TRIANGLES, (q1 - q0 < step ? q1 - q0 : step) * 6, GL_UNSIGNED_INT,                             \
                     (void *)(size_t)(q0 * 6 * sizeof(unsigned)));                                                     \
  } while (0)
#define UPLOAD() glBufferSubData(GL_ARRAY_BUFFER, 0, sizeof(Vtx) * nv, vb)

  glUseProgram(p_sdf);
  glUniform1f(glGetUniformLocation(p_sdf, "r"), !strcmp(wl, "retained") ? 6 : 8);
  double *ms = malloc(sizeof(double) * a.frames), *up = malloc(sizeof(double) * a.frames), cpu = 0;
  GLint u_tint = glGetUniformLocation(p_texu, "u");
  int n = s->n, retained = !strcmp(wl, "retained"), static_nv = 0;
  float prev[4] = {0, 0, (float)W, (float)H};
  unsigned char *px = malloc((size_t)W * H * 4);
  int frames = a.frames + (a.shot ? 1 : 0);
  for (int fr = -a.warmup; fr < frames; fr++) {
    double t = fr == a.frames ? .5 : frame_time(fr), c0 = cpu_ms(), t0 = now_ms(), t1 = t0;
    unsigned char c[4];
    use(out);
    glClearColor(s->bg[0], s->bg[1], s->bg[2], 1);
    if (!damage && !(single)) glClear(GL_COLOR_BUFFER_BIT);
    if (!retained) nv = 0;
    if (!strncmp(wl, "clear", 5)) {
      glClearColor((fr & 7) / 8.f, .5, .5, 1);
      glClear(GL_COLOR_BUFFER_BIT);
    } else if (!strncmp(wl, "blit", 4)) {
      if (copy)
        blit(img_fb, W, H);
      else {
        quad(0, 0, W, H, full, WHITE);
        UPLOAD();
        glDisable(GL_BLEND);
        DRAW(p_tex1, out, 0, nv);
      }
    } else if (!strcmp(wl, "fill4k")) {
      quad(0, 0, W, H, full, WHITE);
      for (int i = 1; i < n; i++) {
        State q = item_state(s->it + i, t);
        rgba8(c, s->it[i].c, q.opacity);
        quad(0, 0, W, H, full, c);
      }
      UPLOAD();
      if (copy)
        blit(img_fb, W, H);
      else {
        glDisable(GL_BLEND);
        DRAW(p_tex1, out, 0, 4);
      }
      glEnable(GL_BLEND);
      DRAW(p_solid, out, 4, nv - 4);
    } else if (!strcmp(wl, "sprites") || !strcmp(wl, "perspective")) {
      for (int i = 0; i < n; i++) {
        Item *it = s->it + i;
        State q = item_state(it, t);
        double co = cos(q.angle), si = sin(q.angle), hw = it->w / 2, hh = it->h / 2;
        Vtx *v = quad(-hw, -hh, hw, hh, uv[it->image], WHITE);
        for (int k = 0; k < 4; k++) {
          double x = v[k].x, y = v[k].y, X, Y, w = 1;
          if (it->anim == A_ROTZ)
            X = x * co - y * si, Y = x * si + y * co;
          else if (it->anim == A_ROTY)
            X = x * co, Y = y, w = 1 + x * si / it->persp;
          else
            X = x, Y = y * co, w = 1 - y * si / it->persp;
          v[k].x = X + it->x * w;
          v[k].y = Y + it->y * w;
          v[k].w = w;
        }
      }
      t1 = now_ms();
      UPLOAD();
      DRAW(p_tex1, out, 0, nv);
    } else if (!strcmp(wl, "rrects")) {
      for (int i = 0; i < n; i++) {
        Item *it = s->it + i;
        State q = item_state(it, t);
        double x = it->x + q.dx, y = it->y + q.dy, hw = it->w / 2, hh = it->h / 2, e = sdf ? .5 : 0;
        rgba8(c, it->c, 1);
        UV l = {-hw - e, -hh - e, hw + e, hh + e};
        Vtx *v = quad(x - hw - e, y - hh - e, x + hw + e, y + hh + e, l, c);
        for (int k = 0; k < 4; k++) v[k].u2 = hw, v[k].v2 = hh;
      }
      t1 = now_ms();
      UPLOAD();
      DRAW(sdf ? p_sdf : p_solid, out, 0, nv);
    } else if (!strcmp(wl, "cards")) {
      for (int i = 0; i < n; i += 2) {
        Item *it = s->it + i;
        State q = item_state(it, t);
        double x = it->x + q.dx, y = it->y + q.dy;
        quad(x - cardw / 2., y - cardh / 2., x + cardw / 2., y + cardh / 2., u_card, WHITE);
        quad(x - 58, y - 32, x + 6, y + 32, u_round[s->it[i + 1].image], WHITE);
      }
      UPLOAD();
      DRAW(p_tex1, out, 0, nv);
    } else if (!strcmp(wl, "shadows")) {
      for (int i = 0; i < n; i++) {
        Item *it = s->it + i;
        State q = item_state(it, t);
        double x = it->x + q.dx, y = it->y + q.dy;
        rgba8(c, it->c, 1);
        quad(x - shw / 2., y - shh / 2. + it->sh_dy, x + shw / 2., y + shh / 2. + it->sh_dy, u_shadow, WHITE);
        quad(x - it->w / 2, y - it->h / 2, x + it->w / 2, y + it->h / 2, u_rr, c);
      }
      UPLOAD();
      if (!bgra)
        DRAW(p_tex, out, 0, nv);
      else
        for (int i = 0; i < n; i++) {
          float k[4] = {2.f / W, 2.f / H, -1, -1};
          unsigned char *v = vb[8 * i + 4].c;
          glUseProgram(p_tex1);
          glUniform4fv(0, 1, k);
          glDrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_INT, (void *)(size_t)(12 * i * sizeof(unsigned)));
          glUseProgram(p_texu);
          glUniform4fv(0, 1, k);
          glUniform4f(u_tint, v[0] / 255.f, v[1] / 255.f, v[2] / 255.f, v[3] / 255.f);
          glDrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_INT, (void *)(size_t)((12 * i + 6) * sizeof(unsigned)));
        }
    } else if (!strcmp(wl, "groups")) {
      for (int i = 0; i < n;
           i = s->it[i].next) { /* the squares cut into disjoint pieces, so that each pixel is blended once */
        Item *g = s->it + i;
        State q = item_state(g, t);
        double ox = g->x + q.dx - g->w / 2, oy = g->y + q.dy - g->h / 2;
        for (int k = i + 1; k < g->next; k++) {
          double piece[256][4];
          int np = 1;
          Item *r = s->it + k;
          piece[0][0] = r->x - r->w / 2;
          piece[0][1] = r->y - r->h / 2;
          piece[0][2] = r->x + r->w / 2;
          piece[0][3] = r->y + r->h / 2;
          for (int m = k + 1; m < g->next; m++) {
            Item *o = s->it + m;
            double o0 = o->x - o->w / 2, o1 = o->y - o->h / 2, o2 = o->x + o->w / 2, o3 = o->y + o->h / 2;
            for (int z = 0; z < np;) {
              double p0 = piece[z][0], p1 = piece[z][1], p2 = piece[z][2], p3 = piece[z][3];
              if (o0 >= p2 || o2 <= p0 || o1 >= p3 || o3 <= p1) {
                z++;
                continue;
              }
              memcpy(piece[z], piece[--np], sizeof piece[0]);
              double y0 = fmax(p1, o1), y1 = fmin(p3, o3);
              double add[4][4] = {{p0, p1, p2, o1}, {p0, o3, p2, p3}, {p0, y0, o0, y1}, {o2, y0, p2, y1}};
              int have[4] = {o1 > p1, o3<p3, o0> p0, o2 < p2};
              /* new pieces do not meet this square: they may be put after z and be looked at again */
              for (int e = 0; e < 4; e++)
                if (have[e] && np < 255) memcpy(piece[np++], add[e], sizeof add[e]);
            }
          }
          rgba8(c, r->c, g->opacity);
          for (int z = 0; z < np; z++)
            quad(ox + piece[z][0], oy + piece[z][1], ox + piece[z][2], oy + piece[z][3], full, c);
        }
      }
      t1 = now_ms();
      UPLOAD();
      DRAW(p_solid, out, 0, nv);
    } else if (!strcmp(wl, "masks")) {
      for (int i = 0; i < n; i++) {
        Item *it = s->it + i;
        State q = item_state(it, t);
        double x = it->x + q.dx, y = it->y + q.dy;
        Vtx *v = quad(x - 64, y - 64, x + 64, y + 64, uv[it->image], WHITE);
        UV m = it->mask == M_IMAGE ? uv[s->nimg - 1] : u_fade;
        for (int k = 0; k < 4; k++) v[k].u2 = k & 1 ? m.u1 : m.u0, v[k].v2 = k & 2 ? m.v1 : m.v0;
      }
      UPLOAD();
      DRAW(p_mask, out, 0, nv);
    } else if (is_blur || is_back) {
      int na = 0;
      for (int i = 0; i < 20; i++) {
        Item *it = s->it + i;
        State q = item_state(it, t);
        double x = it->x + q.dx, y = it->y + q.dy;
        int cx = i % 5 * cell, cy = i / 5 * cell;
        if (is_blur)
          quad(cx + 11, cy + 11, cx + 61, cy + 61, uv[it->image], WHITE); /* 50x50 in the middle of a cell: a quarter */
        else
          quad(x - 100, y - 100, x + 100, y + 100, uv[it->image], WHITE);
      }
      na = nv;
      quad(0, 0, bw, bh, full, WHITE); /* a blur pass */
      if (is_blur)
        for (int i = 0; i < 20; i++) {
          Item *it = s->it + i;
          State q = item_state(it, t);
          double x = it->x + q.dx, y = it->y + q.dy;
          int cx = i % 5 * cell, cy = i / 5 * cell;
          UV u = {(cx + 3.f) / bw, (cy + 3.f) / bh, (cx + 69.f) / bw, (cy + 69.f) / bh};
          quad(x - 132, y - 132, x + 132, y + 132, u, WHITE);
        }
      else {
        UV u = {(float)(bd->x - bd->w / 2 - 64) / W, (float)(bd->y - bd->h / 2 - 64) / H,
                (float)(bd->x + bd->w / 2 + 64) / W, (float)(bd->y + bd->h / 2 + 64) / H};
        quad(0, 0, bw, bh, u, WHITE); /* the region, at an eighth */
        UV v = {8.f / bw, 8.f / bh, 1 - 8.f / bw, 1 - 8.f / bh};
        quad(bd->x - bd->w / 2, bd->y - bd->h / 2, bd->x + bd->w / 2, bd->y + bd->h / 2, v, WHITE);
        rgba8(c, bd->c, 1);
        quad(bd->x - bd->w / 2, bd->y - bd->h / 2, bd->x + bd->w / 2, bd->y + bd->h / 2, full, c);
      }
      UPLOAD();
      if (is_blur) {
        use(b0);
        glClearColor(0, 0, 0, 0);
        glClear(GL_COLOR_BUFFER_BIT);
        glDisable(GL_BLEND);
        DRAW(p_tex1, b0, 0, na);
      } else {
        glEnable(GL_BLEND);
        DRAW(p_tex1, out, 0, na);
        glDisable(GL_BLEND);
        use(b0);
        glBindTexture(GL_TEXTURE_2D, out.tex);
        DRAW(p_tex1, b0, na + 4, 4);
      }
      glUseProgram(p_blur);
      glUniform2fv(glGetUniformLocation(p_blur, "g"), 8, taps);
      glUniform1i(glGetUniformLocation(p_blur, "n"), ntaps);
      glUniform2f(glGetUniformLocation(p_blur, "d"), 1.f / bw, 0);
      use(b1);
      glBindTexture(GL_TEXTURE_2D, b0.tex);
      DRAW(p_blur, b1, na, 4);
      glUniform2f(glGetUniformLocation(p_blur, "d"), 0, 1.f / bh);
      use(b0);
      glBindTexture(GL_TEXTURE_2D, b1.tex);
      DRAW(p_blur, b0, na, 4);
      use(out);
      glBindTexture(GL_TEXTURE_2D, b0.tex);
      if (is_blur) {
        glEnable(GL_BLEND);
        DRAW(p_tex1, out, na + 4, nv - na - 4);
      } else {
        DRAW(p_tex1, out, na + 8, 4);
        glEnable(GL_BLEND);
        DRAW(p_solid, out, na + 12, 4);
      }
      glBindTexture(GL_TEXTURE_2D, atlas);
    } else if (retained) {
      Item *h = s->it + n - 1;
      if (!static_nv) {
        nv = 0;
        for (int i = 0; i < n - 1; i++) {
          Item *it = s->it + i;
          rgba8(c, it->c, 1);
          UV u = it->kind == K_IMAGE ? uv[it->image] : uw;
          quad(it->x - it->w / 2, it->y - it->h / 2, it->x + it->w / 2, it->y + it->h / 2, u,
               it->kind == K_IMAGE ? WHITE : c);
        }
        static_nv = nv;
        UPLOAD();
      }
      nv = static_nv;
      State q = item_state(h, t);
      double co = cos(q.angle), si = sin(q.angle), e = (fabs(co) + fabs(si)) * 32 + 1;
      Vtx *v = quad(-32, -32, 32, 32, uv[h->image], WHITE);
      for (int k = 0; k < 4; k++) {
        double x = v[k].x, y = v[k].y;
        v[k].x = x * co - y * si + h->x;
        v[k].y = x * si + y * co + h->y;
      }
      glBufferSubData(GL_ARRAY_BUFFER, sizeof(Vtx) * static_nv, sizeof(Vtx) * 4, vb + static_nv);
      if (!damage)
        DRAW(p_tex, out, 0, nv);
      else {
        float d[4] = {(float)floor(h->x - e), (float)floor(h->y - e), (float)ceil(h->x + e), (float)ceil(h->y + e)},
              u[4];
        for (int k = 0; k < 2; k++) u[k] = fminf(d[k], prev[k]), u[k + 2] = fmaxf(d[k + 2], prev[k + 2]);
        memcpy(prev, d, sizeof d);
        glEnable(GL_SCISSOR_TEST);
        glScissor(u[0], u[1], u[2] - u[0], u[3] - u[1]);
        glClear(GL_COLOR_BUFFER_BIT);
        nv = static_nv + 4;
        /* the layers under the damage, found by a scan of all boxes (a tree would be faster) */
        static unsigned ids[20000];
        int m = 0;
        for (int i = 0; i < n - 1; i++) {
          Item *it = s->it + i;
          if (it->x + it->w / 2 > u[0] && it->x - it->w / 2 < u[2] && it->y + it->h / 2 > u[1] &&
              it->y - it->h / 2 < u[3])
            ids[m++] = i;
        }
        for (int i = 0; i < m; i++) {
          memcpy(vb + nv, vb + 4 * ids[i], 4 * sizeof(Vtx));
          nv += 4;
        }
        memcpy(vb + nv, vb + static_nv, 4 * sizeof(Vtx));
        nv += 4;
        glBufferSubData(GL_ARRAY_BUFFER, sizeof(Vtx) * (static_nv + 4), sizeof(Vtx) * 4 * (m + 1), vb + static_nv + 4);
        DRAW(p_tex, out, static_nv + 4, 4 * (m + 1));
        glDisable(GL_SCISSOR_TEST);
      }
    }
    glFinish();
    double t2 = now_ms();
    if (fr >= 0 && fr < a.frames) ms[fr] = t2 - t0, up[fr] = t1 - t0, cpu += cpu_ms() - c0;
  }
  double rb[6];
  use(out);
  for (int i = 0; i < 6; i++) {
    double t0 = now_ms();
    glReadPixels(0, 0, W, H, bgra ? GL_BGRA_EXT : GL_RGBA, GL_UNSIGNED_BYTE, px);
    rb[i] = now_ms() - t0;
  }
  if (a.shot) {
    glReadPixels(0, 0, W, H, GL_RGBA, GL_UNSIGNED_BYTE, px);
    write_shot(a.shot, px, W, H, 0, 0);
  }
  GLenum err = glGetError();
  if (err) fprintf(stderr, "GL error %x\n", err);
  Args b = a;
  char var[64];
  snprintf(var, sizeof var, "%s%s%s", a.variant, *a.variant ? "," : "", bgra ? "bgra" : "rgba");
  b.variant = var;
  print_result(peer, &b, ms, a.frames, cpu, medn(up, a.frames), medn(rb + 1, 5),
               (const char *)glGetString(GL_RENDERER));
  return 0;
}
