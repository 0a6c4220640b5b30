#if Service
  import Foundation
  import HTTPTypes
  import HummingbirdCore
  import MultiplaneSceneFile
  import NIOCore

  /// All routes. What is matched, checked and described comes from this one table.
  struct RouteTable: Sendable {
    let pictures: Pictures
    let jobs: Jobs?
    let state: ServiceState
    let version: String
    /// Whether there is an address for administrators, which has their routes alone.
    var hasAdmin = false

    private static let images = PictureRequest.Format.allCases.map {
      Route.Content(type: $0.contentType, schema: nil)
    }
    private static let json = Route.Content(type: "application/json", schema: "object")
    private static let form = Route.Content(type: "multipart/form-data", schema: "form")
    private static let drawing = [304, 400, 412, 413, 415, 422, 429, 500, 501, 503]

    private static let options: [Route.Parameter] = [
      .init(
        name: "format", values: PictureRequest.Format.allCases.map(\.rawValue),
        summary: "Output format; mp4 and webm are videos. (default: png)"),
      .init(
        name: "time", type: "number", summary: "Scene time of a picture, in seconds. (default: the scene's poster time)"
      ),
      .init(
        name: "scale", type: "number", summary: "Pixels per point. (default: the scene's)"),
      .init(
        name: "from", type: "number", summary: "Start of a video, in seconds of scene time. (default: 0)"),
      .init(
        name: "to", type: "number",
        summary: "End of a video, in seconds of scene time, exclusive. (default: that of an animation as template)"
      ),
      .init(
        name: "fps", type: "number",
        summary: "Frames per second of a video. (default: those of an animation as template, else 30)"),
    ]
    private static let template = Route.Parameter(
      name: "template", isInPath: true, isRequired: true, summary: "The name of a template.")

    var routes: Routes {
      let table = drawingRoutes + jobRoutes + stateRoutes + pageRoutes
      // It is read where clients ask.
      let described = (table + [Self.descriptionRoute("")]).filter { !hasAdmin || $0.access != .admin }
      let description = OpenAPI.text(of: described, version: version)
      return Routes(table + [Self.descriptionRoute(description)])
    }

    private var drawingRoutes: [Route] {
      [
        Route(
          method: .post, pattern: "/v1/render", access: .token,
          summary:
            "Renders the scene in the request: JSON, or a form with the parts 'scene', optionally 'parameters', and the scene's "
            + "files by their names.",
          parameters: Self.options,
          bodies: [.init(type: "application/json", schema: "object"), Self.form],
          answers: [200: Self.images],
          problems: Self.drawing, run: pictures.render),
        Route(
          method: .get, pattern: "/v1/templates", access: .tokenOrKey, summary: "Lists the templates.",
          answers: [200: [Self.json]]
        ) { [pictures] _ in
          .json(
            .object([
              .init(
                key: "templates",
                value: .array(
                  pictures.templates.list.map { template in
                    .object([
                      .init(key: "name", value: .string(template.name)),
                      .init(key: "width", value: .number(template.size.width)),
                      .init(key: "height", value: .number(template.size.height)),
                      .init(key: "scale", value: .number(template.scale)),
                      .init(key: "animated", value: .boolean(template.isAnimated)),
                      .init(key: "poster", value: .number(template.posterTime)),
                    ])
                  }))
            ]))
        },
        Route(
          method: .get, pattern: "/v1/templates/{template}/schema", access: .tokenOrKey,
          summary: "The JSON Schema of a template's parameter values.",
          parameters: [Self.template],
          answers: [200: [.init(type: "application/schema+json", schema: "object")]],
          problems: [404]
        ) { [pictures] call in
          .text(try pictures.template(call).schema.flatText, type: "application/schema+json")
        },
        Route(
          method: .post, pattern: "/v1/templates/{template}/render", access: .token,
          summary:
            "Renders a template: JSON {\"parameters\": {…}, \"time\", \"scale\", \"format\", \"from\", \"to\", \"fps\"}, or a form with "
            + "that JSON as the part 'request', and one part per image parameter, with the parameter's name.",
          parameters: [Self.template],
          bodies: [.init(type: "application/json", schema: "render"), Self.form],
          answers: [200: Self.images], problems: [404] + Self.drawing, run: pictures.renderTemplate),
        Route(
          method: .get, pattern: "/v1/t/{signature}/{file}", access: .signed,
          summary:
            "Renders a template from a signed URL ('multiplane sign'), for web pages and mails. 'e' is the expiry as a Unix time, "
            + "'_time' and '_scale' are scene time and pixels per point, all others are parameters.",
          parameters: [
            .init(
              name: "signature", isInPath: true, isRequired: true,
              summary: "HMAC-SHA256, base64url, of '/v1/t/FILE?QUERY'."),
            .init(
              name: "file", isInPath: true, isRequired: true,
              summary: "A template's name with .png, .jpg or .webp."),
          ], answers: [200: Self.images, 206: Self.images],
          problems: [403, 404, 410, 416] + Self.drawing,
          run: pictures.signed),
      ]
    }

    private var jobRoutes: [Route] {
      guard let jobs else { return [] }
      let job = Route.Parameter(
        name: "job", isInPath: true, isRequired: true, summary: "The job's identifier, from POST /v1/jobs.")
      return [
        Route(
          method: .post, pattern: "/v1/jobs", access: .token,
          summary:
            "Starts a job: a manifest of 'multiplane batch' (JSON Lines) whose scenes are template names; or a form with the "
            + "manifest as the part 'manifest', and images by the names in its rows. The same manifest is the same job.",
          bodies: [.init(type: "application/jsonl", schema: nil), Self.form], answers: [202: [Self.json]],
          problems: [400, 413, 415, 422, 429, 503, 507], run: jobs.create),
        Route(
          method: .get, pattern: "/v1/jobs", access: .token,
          summary: "Lists the jobs that the client has posted, with their progress, the newest first.",
          answers: [200: [Self.json]], run: jobs.list),
        Route(
          method: .get, pattern: "/v1/jobs/{job}", access: .token,
          summary:
            "The progress of a job; with 'Accept: text/event-stream', an event per change until it ends.",
          parameters: [job],
          answers: [200: [Self.json, .init(type: "text/event-stream", schema: nil)]],
          problems: [404, 429], run: jobs.state),
        Route(
          method: .delete, pattern: "/v1/jobs/{job}", access: .token,
          summary: "Cancels a job, and removes its outputs.",
          parameters: [job], answers: [204: []], problems: [404, 503], run: jobs.remove),
        Route(
          method: .get, pattern: "/v1/jobs/{job}/outputs/{output}", access: .token,
          summary: "An output of a job.",
          parameters: [
            job,
            .init(
              name: "output", isInPath: true, isRequired: true, summary: "Its name in the manifest."
            ),
          ],
          answers: [200: Self.images, 206: Self.images], problems: [304, 404, 412, 416, 503], run: jobs.output),
      ]
    }

    private var stateRoutes: [Route] {
      [
        Route(
          method: .get, pattern: "/healthz", access: .admin, summary: "Whether the service lives.",
          answers: [200: [.init(type: "text/plain", schema: nil)]]
        ) { _ in .text("ok\n", type: "text/plain", headers: [.cacheControl: "no-store"]) },
        Route(
          method: .get, pattern: "/readyz", access: .admin,
          summary: "Whether the service takes requests.",
          answers: [200: [.init(type: "text/plain", schema: nil)]], problems: [503]
        ) { [state] _ in
          if let problem = state.notReady { throw problem }
          return .text("ready\n", type: "text/plain", headers: [.cacheControl: "no-store"])
        },
        Route(
          method: .get, pattern: "/metrics", access: .admin,
          summary: "What is counted, for Prometheus.",
          answers: [200: [.init(type: "text/plain; version=0.0.4", schema: nil)]]
        ) { [state] _ in
          .text(
            state.metricsText, type: "text/plain; version=0.0.4",
            headers: [.cacheControl: "no-store"])
        },
      ]
    }

    private var pageRoutes: [Route] {
      let policy: HTTPFields = [
        .contentSecurityPolicy:
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
          + "media-src blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        .cacheControl: "no-cache",
      ]
      func page(_ pattern: String, _ type: String, _ summary: String, _ text: String) -> Route {
        Route(
          method: .get, pattern: pattern, access: .open, summary: summary,
          answers: [200: [.init(type: type, schema: nil)]]
        ) { _ in .text(text, type: type, headers: policy) }
      }
      return [
        page(
          "/", "text/html; charset=utf-8", "The templates, with a form each and the live picture.",
          Page.html),
        page("/page.css", "text/css; charset=utf-8", "The style of that page.", Page.style),
        page("/page.js", "text/javascript; charset=utf-8", "The script of that page.", Page.script),
      ]
    }

    private static func descriptionRoute(_ text: String) -> Route {
      Route(
        method: .get, pattern: "/v1/openapi.json", access: .open, summary: "This description.",
        answers: [200: [Self.json]]
      ) { _ in .text(text, type: "application/json") }
    }
  }
#endif
