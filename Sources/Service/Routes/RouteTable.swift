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
        summary: "What it is written as; png unless told. mp4 and webm are videos."),
      .init(name: "time", type: "number", summary: "Of a picture, in seconds; 0 unless told."),
      .init(
        name: "scale", type: "number", summary: "Pixels per point; the scene's own unless told."),
      .init(
        name: "from", type: "number", summary: "Of a video, its begin in seconds; 0 unless told."),
      .init(name: "to", type: "number", summary: "Of a video, its end in seconds."),
      .init(name: "fps", type: "number", summary: "Of a video, frames a second; 30 unless told."),
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
            "Draws a scene that comes with the request: JSON, or a form with the parts 'scene', 'parameters' if it has some, and "
            + "its files by the names that it uses.",
          parameters: Self.options,
          bodies: [.init(type: "application/json", schema: "object"), Self.form],
          answers: [200: Self.images],
          problems: Self.drawing, run: pictures.render),
        Route(
          method: .get, pattern: "/v1/templates", access: .token, summary: "Lists the templates.",
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
                    ])
                  }))
            ]))
        },
        Route(
          method: .get, pattern: "/v1/templates/{template}/schema", access: .token,
          summary: "The JSON Schema of the values that a template's parameters take.",
          parameters: [Self.template],
          answers: [200: [.init(type: "application/schema+json", schema: "object")]],
          problems: [404]
        ) { [pictures] call in
          .text(try pictures.template(call).schema.flatText, type: "application/schema+json")
        },
        Route(
          method: .post, pattern: "/v1/templates/{template}/render", access: .token,
          summary:
            "Draws a template: JSON {\"parameters\": {…}, \"time\", \"scale\", \"format\", \"from\", \"to\", \"fps\"}, or a form with that as the part "
            + "'request' and an image for each parameter that takes one, by its name.",
          parameters: [Self.template],
          bodies: [.init(type: "application/json", schema: "render"), Self.form],
          answers: [200: Self.images], problems: [404] + Self.drawing, run: pictures.renderTemplate),
        Route(
          method: .get, pattern: "/v1/t/{signature}/{file}", access: .signed,
          summary:
            "Draws a template with the values of a query that was signed (multiplane sign), for pages and mails. 'e' is a Unix time "
            + "after which it ends, '_time' and '_scale' are the picture's, all others parameters.",
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
        name: "job", isInPath: true, isRequired: true, summary: "What POST /v1/jobs told.")
      return [
        Route(
          method: .post, pattern: "/v1/jobs", access: .token,
          summary:
            "Draws pictures and videos one after the other: a manifest of 'multiplane batch' (JSON Lines), whose scenes are names of "
            + "templates; or a form with that as the part 'manifest', and images by the names that its rows use. The same manifest again is the "
            + "same job.",
          bodies: [.init(type: "application/jsonl", schema: nil), Self.form], answers: [202: [Self.json]],
          problems: [400, 413, 415, 422, 429, 503, 507], run: jobs.create),
        Route(
          method: .get, pattern: "/v1/jobs/{job}", access: .token,
          summary:
            "How far a job is; with 'Accept: text/event-stream', each change as an event until its end.",
          parameters: [job],
          answers: [200: [Self.json, .init(type: "text/event-stream", schema: nil)]],
          problems: [404, 429], run: jobs.state),
        Route(
          method: .delete, pattern: "/v1/jobs/{job}", access: .token,
          summary: "Ends a job, and removes what it has drawn.",
          parameters: [job], answers: [204: []], problems: [404, 503], run: jobs.remove),
        Route(
          method: .get, pattern: "/v1/jobs/{job}/outputs/{output}", access: .token,
          summary: "What a job has drawn.",
          parameters: [
            job,
            .init(
              name: "output", isInPath: true, isRequired: true, summary: "Its name in the manifest."
            ),
          ],
          answers: [200: Self.images, 206: Self.images], problems: [304, 404, 412, 416], run: jobs.output),
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
