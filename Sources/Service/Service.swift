// Service: pictures and videos over HTTP. It needs the package trait Service; without it the module
// only signs URLs.
//
// In:   requests; a folder of templates and files of keys, read at the start and on SIGHUP.
// Out:  pictures, videos, problems (RFC 9457), metrics, and one line of JSON per request on
//       standard error.
// Path: `Listener` accepts connections, and `ConnectionWatch` enforces their timeouts → `Responder`
//       finds the route in the route table (`Route`) and checks access (`Access`, `SignedPath`) →
//       path, query and body become a `PictureRequest` → its hash is answered by the client's cache
//       (304), by the `PictureCache`, or by a `Drawing` in flight; else `DrawingQueue` admits it →
//       `WorkerSlot` sends it to a worker process, in which `PictureDrawing` draws.
//
// Only workers decode and draw the contents of a request. The module has no HTTP client: it never
// fetches a URL for a caller.
