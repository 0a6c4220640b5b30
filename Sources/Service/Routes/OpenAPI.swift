#if Service
  import MultiplaneSceneFile

  /// The description of the routes (OpenAPI 3.1), made from their table.
  enum OpenAPI {
    static func text(of routes: [Route], version: String) -> String {
      var paths: [(String, [JSONValue.Member])] = []
      for route in routes {
        let member = JSONValue.Member(
          key: route.method.rawValue.lowercased(), value: operation(route))
        if let index = paths.firstIndex(where: { $0.0 == route.pattern }) {
          paths[index].1.append(member)
        } else {
          paths.append((route.pattern, [member]))
        }
      }
      return object([
        ("openapi", .string("3.1.0")),
        ("info", object([("title", .string("multiplane serve")), ("version", .string(version))])),
        ("paths", .object(paths.map { .init(key: $0.0, value: .object($0.1)) })),
        (
          "components",
          object([
            (
              "securitySchemes",
              object([
                ("token", object([("type", .string("http")), ("scheme", .string("bearer"))]))
              ])
            ), ("schemas", object([("Problem", problem)])),
          ])
        ),
      ]).flatText
    }

    private static func operation(_ route: Route) -> JSONValue {
      var members: [(String, JSONValue)] = [("summary", .string(route.summary))]
      if !route.parameters.isEmpty {
        members.append(("parameters", .array(route.parameters.map(parameter))))
      }
      if !route.bodies.isEmpty {
        members.append(
          (
            "requestBody",
            object([("required", .boolean(true)), ("content", content(route.bodies))])
          ))
      }
      var answers: [(String, JSONValue)] = []
      for (status, contents) in route.answers.sorted(by: { $0.key < $1.key }) {
        var answer: [(String, JSONValue)] = [
          ("description", .string(status == 206 ? "A part of it." : "As asked for."))
        ]
        if !contents.isEmpty { answer.append(("content", content(contents))) }
        answers.append(("\(status)", object(answer)))
      }
      var problems = Set(route.problems + [400, 414])
      if route.access == .token || route.access == .tokenOrKey { problems.formUnion([401, 403]) }
      for status in problems.sorted() {
        guard status != 304 else {
          answers.append(("304", object([("description", .string("The client has it already."))])))
          continue
        }
        let media = object([("schema", object([("$ref", .string("#/components/schemas/Problem"))]))]
        )
        answers.append(
          (
            "\(status)",
            object([
              ("description", .string("A problem.")),
              ("content", object([("application/problem+json", media)])),
            ])
          ))
      }
      members.append(("responses", object(answers)))
      if route.access == .token || route.access == .tokenOrKey {
        members.append(("security", .array([object([]), object([("token", .array([]))])])))
      }
      return object(members)
    }

    private static func parameter(_ parameter: Route.Parameter) -> JSONValue {
      var schema: [(String, JSONValue)] = [("type", .string(parameter.type))]
      if let values = parameter.values {
        schema.append(("enum", .array(values.map(JSONValue.string))))
      }
      return object([
        ("name", .string(parameter.name)), ("in", .string(parameter.isInPath ? "path" : "query")),
        ("required", .boolean(parameter.isRequired || parameter.isInPath)),
        ("description", .string(parameter.summary)), ("schema", object(schema)),
      ])
    }

    private static func content(_ contents: [Route.Content]) -> JSONValue {
      object(
        contents.map { content in
          (content.type, object(content.schema.map { [("schema", schema($0))] } ?? []))
        })
    }

    private static func schema(_ name: String) -> JSONValue {
      switch name {
      case "form":
        return object([
          ("type", .string("object")),
          (
            "additionalProperties",
            object([("type", .string("string")), ("contentEncoding", .string("binary"))])
          ),
        ])
      case "render":
        let number = object([("type", .string("number"))])
        return object([
          ("type", .string("object")),
          (
            "properties",
            object([
              ("parameters", object([("type", .string("object"))])),
              (
                "format",
                object([
                  ("type", .string("string")),
                  ("enum", .array(PictureRequest.Format.allCases.map { .string($0.rawValue) })),
                ])
              ), ("time", number), ("scale", number), ("from", number), ("to", number),
              ("fps", number),
            ])
          ), ("additionalProperties", .boolean(false)),
        ])
      default: return object([("type", .string("object"))])
      }
    }

    private static var problem: JSONValue {
      let string = object([("type", .string("string"))])
      let integer = object([("type", .string("integer"))])
      return object([
        ("type", .string("object")),
        (
          "properties",
          object([
            ("type", string), ("title", string), ("status", integer), ("code", string),
            ("detail", string),
            ("place", string), ("request", string),
          ])
        ),
        (
          "required",
          .array(["type", "title", "status", "code", "detail", "request"].map(JSONValue.string))
        ),
      ])
    }

    private static func object(_ members: [(String, JSONValue)]) -> JSONValue {
      .object(members.map { .init(key: $0.0, value: $0.1) })
    }
  }
#endif
