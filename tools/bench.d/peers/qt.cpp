#include <unistd.h>
// Qt Quick's scene graph through QQuickRenderControl: --engine opengl (the RHI on OpenGL) or software.
// Items are QML types, moved from C++ (no binding is evaluated per frame).  Headers of Qt 6.4 are enough to build it;
// it is run with the newest Qt that there is (RectangularShadow needs 6.9, MultiEffect 6.5).
#include "../scene.h"
#include <QGuiApplication>
#include <QImage>
#include <QMatrix4x4>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <QOpenGLExtraFunctions>
#include <QQmlComponent>
#include <QQmlEngine>
#include <QQuickGraphicsDevice>
#include <QQuickItem>
#include <QQuickRenderControl>
#include <QQuickRenderTarget>
#include <QQuickWindow>
#include <QUrl>
#include <cstring>
#include <map>
#include <string>
#include <vector>

static QQmlEngine *engine;
static std::map<std::string, QQmlComponent *> components;
static bool failed;
static QString base;

static QQuickItem *make(const char *qml, QQuickItem *parent) {
  QQmlComponent *&c = components[qml];
  if (!c) {
    c = new QQmlComponent(engine);
    // Effects came with Qt 6.5; what needs none is drawn by older ones too, as Debian 12's.
    bool effects = strstr(qml, "MultiEffect") || strstr(qml, "RectangularShadow");
    c->setData(QByteArray(effects ? "import QtQuick\nimport QtQuick.Effects\n" : "import QtQuick\n") + qml, QUrl());
  }
  QQuickItem *i = qobject_cast<QQuickItem *>(c->create());
  if (!i) {
    fprintf(stderr, "%s\n", qPrintable(c->errorString()));
    failed = true;
    exit(5);
  }
  i->setParent(parent);
  i->setParentItem(parent);
  return i;
}
static QColor col(const double *c) {
  return QColor::fromRgbF(c[0], c[1], c[2], c[3]);
}
static QString image_url(const Img &m) {
  QString f = base + "/" + QString::fromUtf8(m.file);
  f.replace(".rgba", ".png");
  return QUrl::fromLocalFile(f).toString();
}

static QQuickItem *build(Scene *s, int i, QQuickItem *parent, QQuickItem *bg, std::vector<QQuickItem *> &items) {
  Item *t = s->it + i;
  QQuickItem *q = nullptr;
  if (t->kind == K_GROUP)
    q = make("Item { layer.enabled: true }", parent);
  else if (t->kind == K_BACKDROP) {
    q = make(
        "Item { id: p; property Item bg; clip: true; ShaderEffectSource { id: src; anchors.fill: parent; "
        "anchors.margins: -64;"
        "  sourceItem: p.bg; sourceRect: Qt.rect(p.x - 64, p.y - 64, p.width + 128, p.height + 128); visible: false }"
        "MultiEffect { anchors.fill: src; source: src; blurEnabled: true; blurMax: 64; blur: 1; blurMultiplier: 1.0; "
        "autoPaddingEnabled: false }"
        "Rectangle { anchors.fill: parent; color: '#40ffffff' } }",
        parent);
    q->setProperty("bg", QVariant::fromValue(bg));
  } else if (t->kind == K_IMAGE && t->mask) {
    /* smoothstep(0, 1, mask alpha): as near to the plain product as MultiEffect comes */
    q = make("MultiEffect { id: e; property alias url: im.source; property Item m; maskEnabled: true; "
             "maskThresholdMin: 0.5; maskSpreadAtMin: 1; maskSource: m; source: im; Image { id: im; width: e.width; "
             "height: e.height; visible: false } }",
             parent);
    static QQuickItem *masks[3];
    QQuickItem *&m = masks[t->mask];
    if (!m) {
      m = t->mask == M_IMAGE
              ? make("Image { visible: false }", bg)
              : make("Rectangle { visible: false; layer.enabled: true; radius: 24; gradient: Gradient { GradientStop { "
                     "position: 0; color: '#ff000000' } GradientStop { position: 1; color: '#00000000' } } }",
                     bg);
      if (t->mask == M_IMAGE) m->setProperty("source", image_url(s->img[s->nimg - 1]));
      m->setWidth(t->w);
      m->setHeight(t->h);
    }
    q->setProperty("m", QVariant::fromValue(m));
    q->setProperty("url", image_url(s->img[t->image]));
  } else if (t->kind == K_IMAGE && t->radius) {
    q = make("MultiEffect { id: e; property alias url: im.source; property Item m; maskEnabled: true; maskSource: m; "
             "maskThresholdMin: 0.5; maskSpreadAtMin: 1; source: im; Image { id: im; width: e.width; height: e.height; "
             "visible: false } }",
             parent);
    static QQuickItem *m;
    if (!m) {
      m = make("Rectangle { visible: false; layer.enabled: true; layer.smooth: true; color: 'black' }", bg);
      m->setProperty("radius", t->radius);
      m->setWidth(t->w);
      m->setHeight(t->h);
    }
    q->setProperty("m", QVariant::fromValue(m));
    q->setProperty("url", image_url(s->img[t->image]));
  } else if (t->kind == K_IMAGE && t->blur) {
    q = make(
        "MultiEffect { id: e; property alias url: im.source; property alias bm: e.blurMax; blurEnabled: true; blur: 1; "
        "blurMultiplier: 0.4; source: im; Image { id: im; width: e.width; height: e.height; visible: false } }",
        parent);
    q->setProperty("bm", 32); /* with the multiplier: by eye, the nearest to sigma 10 */
    q->setProperty("url", image_url(s->img[t->image]));
  } else if (t->kind == K_IMAGE) {
    q = t->persp
            ? make("Image { property alias m: mt.matrix; transform: Matrix4x4 { id: mt } antialiasing: true }", parent)
            : make("Image { }", parent);
    q->setProperty("source", image_url(s->img[t->image]));
    if (!t->anim && t->w == s->img[t->image].w) q->setSmooth(false); /* pixel for pixel: no filter is needed */
  } else if (t->sh_sigma) {
    q = make("Item { id: p; property alias fill: r.color; property real radius; property real sigma; property point "
             "off; property real sa; property alias bw: r.border.width; property alias bc: r.border.color\n"
             "RectangularShadow { anchors.fill: r; radius: p.radius; blur: p.sigma * 2.75; offset: "
             "Qt.vector2d(p.off.x, p.off.y); color: Qt.rgba(0, 0, 0, p.sa) }\n"
             "Rectangle { id: r; anchors.fill: parent; radius: p.radius } }",
             parent);
    q->setProperty("fill", col(t->c));
    q->setProperty("radius", t->radius);
    q->setProperty("sigma", t->sh_sigma);
    q->setProperty("off", QPointF(t->sh_dx, t->sh_dy));
    q->setProperty("sa", t->sh_a);
    q->setProperty("bw", (int)t->border);
    q->setProperty("bc", col(t->bc));
  } else {
    q = make(t->radius ? "Rectangle { antialiasing: true }" : "Rectangle { }", parent);
    q->setProperty("color", col(t->c));
    if (t->radius) q->setProperty("radius", t->radius);
  }
  q->setWidth(t->w);
  q->setHeight(t->h);
  q->setX(t->x - t->w / 2);
  q->setY(t->y - t->h / 2);
  if (t->opacity != 1) q->setOpacity(t->opacity);
  items[i] = q;
  for (int k = i + 1; k < t->next; k = s->it[k].next) build(s, k, q, bg, items);
  return q;
}

static void update(Scene *s, std::vector<QQuickItem *> &items, const std::vector<int> &moving, double t) {
  for (int i : moving) {
    Item *it = s->it + i;
    State q = item_state(it, t);
    QQuickItem *o = items[i];
    if (it->anim == A_ROTZ)
      o->setRotation(q.angle * 360 / TAU);
    else if (it->anim == A_DRIFT)
      o->setPosition(QPointF(it->x + q.dx - it->w / 2, it->y + q.dy - it->h / 2));
    else if (it->anim == A_OPACITY)
      o->setOpacity(q.opacity);
    else {
      float c = cos(q.angle), n = sin(q.angle), hx = it->w / 2, hy = it->h / 2;
      QMatrix4x4 m = it->anim == A_ROTY ? QMatrix4x4(c, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, n / it->persp, 0, 0, 1)
                                        : QMatrix4x4(1, 0, 0, 0, 0, c, 0, 0, 0, 0, 1, 0, 0, -n / it->persp, 0, 1);
      QMatrix4x4 a, b;
      a.translate(hx, hy);
      b.translate(-hx, -hy);
      o->setProperty("m", QVariant::fromValue(a * m * b));
    }
  }
}

int main(int argc, char **argv) {
  Args a = parse_args(argc, argv);
  bool gl = strcmp(a.engine, "software");
  const char *peer = gl ? "qtquick-opengl" : "qtquick-software", *wl = a.workload;
  if (!gl) {
    const char *why = nullptr;
    if (!strcmp(wl, "blur") || !strcmp(wl, "backdrop") || !strcmp(wl, "shadows") || !strcmp(wl, "cards") ||
        !strcmp(wl, "masks"))
      why = "the software adaptation draws no shader effects (MultiEffect, RectangularShadow)";
    if (!strcmp(wl, "groups")) why = "wrong picture: a layer with alpha overwrites what is behind it";
    if (!strcmp(wl, "perspective")) why = "the software adaptation has no perspective";
    if (why) {
      print_na(peer, &a, why);
      return 0;
    }
  }
  QQuickWindow::setGraphicsApi(gl ? QSGRendererInterface::OpenGL : QSGRendererInterface::Software);
  int n = 1;
  QGuiApplication app(n, argv);
  Scene *s = scene_load(a.dir, wl);
  if (refuses(peer, &a, s, 0)) return 0;
  base = QString::fromUtf8(a.dir);
  if (base[0] != '/') {
    char *c = realpath(a.dir, nullptr);
    base = QString::fromUtf8(c);
  }
  QQmlEngine eng;
  engine = &eng;
  QQuickRenderControl rc;
  QQuickWindow win(&rc);
  win.setGeometry(0, 0, s->w, s->h);
  win.setColor(col(s->bg));
  win.contentItem()->setSize(QSizeF(s->w, s->h));
  QOpenGLContext ctx;
  QOffscreenSurface surf;
  QOpenGLExtraFunctions *f = nullptr;
  GLuint tex = 0, fb = 0;
  QImage img;
  QByteArray note = QByteArray("Qt ") + qVersion();
  if (gl) {
    QSurfaceFormat fmt;
    fmt.setRenderableType(QSurfaceFormat::OpenGLES);
    fmt.setVersion(3, 0);
    ctx.setFormat(fmt);
    if (!ctx.create()) {
      print_na(peer, &a, "no OpenGL context");
      return 0;
    }
    surf.setFormat(ctx.format());
    surf.create();
    if (!ctx.makeCurrent(&surf)) {
      print_na(peer, &a, "no current OpenGL context");
      return 0;
    }
    f = ctx.extraFunctions();
    note +=
        QByteArray("; ") + (const char *)f->glGetString(GL_RENDERER) + "; " + (const char *)f->glGetString(GL_VERSION);
    win.setGraphicsDevice(QQuickGraphicsDevice::fromOpenGLContext(&ctx));
    if (!rc.initialize()) {
      print_na(peer, &a, "QQuickRenderControl::initialize");
      return 0;
    }
    ctx.makeCurrent(&surf);
    f->glGenTextures(1, &tex);
    f->glBindTexture(GL_TEXTURE_2D, tex);
    f->glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, s->w, s->h, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    f->glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    f->glGenFramebuffers(1, &fb);
    win.setRenderTarget(QQuickRenderTarget::fromOpenGLTexture(tex, QSize(s->w, s->h)));
  } else {
    img = QImage(s->w, s->h, QImage::Format_ARGB32_Premultiplied);
    win.setRenderTarget(QQuickRenderTarget::fromPaintDevice(&img));
  }
  std::vector<QQuickItem *> items(s->n);
  QQuickItem *bg = make("Item { }", win.contentItem());
  bg->setSize(QSizeF(s->w, s->h));
  if (!strcmp(wl, "backdrop")) { /* what the panel takes as its source has to be opaque */
    QQuickItem *r = make("Rectangle { anchors.fill: parent }", bg);
    r->setProperty("color", col(s->bg));
  }
  for (int i = 0; i < s->n; i = s->it[i].next)
    build(s, i, s->it[i].kind == K_BACKDROP ? win.contentItem() : bg, bg, items);
  std::vector<int> moving;
  for (int i = 0; i < s->n; i++)
    if (s->it[i].anim) moving.push_back(i);
  std::vector<double> ms(a.frames), up(a.frames);
  double cpu = 0, rb[6];
  int frames = a.frames + (a.shot ? 1 : 0);
  for (int k = -a.warmup; k < frames; k++) {
    QCoreApplication::processEvents();
    double c0 = cpu_ms(), t0 = now_ms();
    update(s, items, moving, k == a.frames ? .5 : frame_time(k));
    double t1 = now_ms();
    rc.polishItems();
    if (gl) rc.beginFrame();
    rc.sync();
    rc.render();
    if (gl) {
      rc.endFrame();
      ctx.makeCurrent(&surf);
      f->glFinish();
    }
    double t2 = now_ms();
    if (k >= 0 && k < a.frames) ms[k] = t2 - t0, up[k] = t1 - t0, cpu += cpu_ms() - c0;
  }
  std::vector<unsigned char> px((size_t)s->w * s->h * 4);
  if (gl) {
    f->glBindFramebuffer(GL_FRAMEBUFFER, fb);
    f->glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, tex, 0);
    for (int i = 0; i < 6; i++) {
      double t0 = now_ms();
      f->glReadPixels(0, 0, s->w, s->h, GL_RGBA, GL_UNSIGNED_BYTE, px.data());
      rb[i] = now_ms() - t0;
    }
    if (a.shot) write_shot(a.shot, px.data(), s->w, s->h, 1, 0);
  } else {
    for (int i = 0; i < 6; i++) {
      double t0 = now_ms();
      memcpy(px.data(), img.constBits(), px.size());
      rb[i] = now_ms() - t0;
    }
    if (a.shot) write_shot(a.shot, img.constBits(), s->w, s->h, 0, 1);
  }
  print_result(peer, &a, ms.data(), a.frames, cpu, medn(up.data(), a.frames), medn(rb + 1, 5), note.constData());
  fflush(stdout);
  _exit(0);
}
