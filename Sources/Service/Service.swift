// Service: pictures and videos over HTTP. Compiled with the package trait Service; without it the module only signs addresses.
//
// In:   requests; a folder of templates, and files of keys, which are read at the start and on SIGHUP.
// Out:  pictures, videos, problems (RFC 9457), metrics, a line of JSON a request on standard error.
// Path: `Listener` accepts connections and `ConnectionWatch` bounds their time → `Responder` finds the route in the one table (`Route`) and
//       checks access (`Access`, `SignedPath`) → a `PictureRequest` is made of path, query and body → its hash is answered by the client's
//       own copy (304), by the `PictureCache`, or by a `Drawing` that is in flight; else `DrawingQueue` admits it →
//       `WorkerSlot` has it drawn by a worker process, in which `PictureDrawing` draws.
//
// Only workers decode and draw what a request holds. The module has no HTTP client: no address is ever fetched for a caller.
