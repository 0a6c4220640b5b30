#if Service
  import Foundation
  import HTTPTypes
  import MultiplaneBatch
  import Synchronization

  /// Authorization: keys of signed addresses, tokens of clients. Both are read again on SIGHUP.
  final class AccessControl: Sendable {
    struct Secrets: Sendable {
      var keys: KeyFile?
      var tokens: KeyFile?
      /// Whether routes for clients are answered without a token: on this machine alone, where
      /// neither tokens nor keys were named. Signed addresses are there for others, whose requests
      /// a proxy on this machine may forward.
      var isOpenWithoutTokens = true

      /// Reads the files that the options name.
      init(_ options: ServiceOptions) throws(KeyFile.Fault) {
        keys = try options.keyFile.map { (path) throws(KeyFile.Fault) in try KeyFile(path: path) }
        tokens = try options.tokenFile.map { (path) throws(KeyFile.Fault) in try KeyFile(path: path)
        }
        isOpenWithoutTokens =
          tokens == nil && keys == nil && !options.addresses.contains(where: ServiceOptions.isOpen)
      }
    }

    private let secrets: Mutex<Secrets>

    init(_ secrets: Secrets) { self.secrets = Mutex(secrets) }

    func replace(_ secrets: Secrets) { self.secrets.withLock { $0 = secrets } }

    /// - Throws: 401 or 403 for a client without permission, 410 for an expired address.
    func check(_ call: Call, _ route: Route) throws(Problem) {
      switch route.access {
      case .open, .admin: return
      case .token: try checkToken(call)
      case .tokenOrKey: if !hasKey(call) { try checkToken(call) }
      case .signed: try checkSignature(call)
      }
    }

    private static let fetchSite = headerName("Sec-Fetch-Site")
    private static let origin = headerName("Origin")

    /// The owner of what a client creates: a hash of its token; empty without one, when every
    /// client is on this machine.
    static func owner(_ call: Call) -> String {
      bearer(call).map { SHA256.hex(of: Array("multiplane owner\n".utf8) + $0) } ?? ""
    }

    /// What a client authorizes itself by: `Authorization: Bearer …`.
    private static func bearer(_ call: Call) -> [UInt8]? {
      let words = (call.head.headerFields[.authorization] ?? "").split(separator: " ")
      return words.count == 2 && words[0].lowercased() == "bearer" ? Array(words[1].utf8) : nil
    }

    private func hasKey(_ call: Call) -> Bool {
      guard let keys = secrets.withLock({ $0.keys }), let bearer = Self.bearer(call) else { return false }
      return keys.contains(bearer)
    }

    private func checkToken(_ call: Call) throws(Problem) {
      let secrets = secrets.withLock { $0 }
      if let tokens = secrets.tokens {
        guard let bearer = Self.bearer(call), tokens.contains(bearer) else {
          throw Problem(
            .unauthorized, "token.wrong",
            "expected 'Authorization: Bearer TOKEN' with a token of this service",
            endsConnection: call.head.method == .post)
        }
        return
      }
      guard secrets.isOpenWithoutTokens else {
        throw Problem(
          .forbidden, "token.none",
          "this service draws signed addresses only; started with --token-file it has clients too",
          endsConnection: call.head.method == .post)
      }
      // A page of another site, in a browser on this machine, has no business here, whatever name
      // it has for this machine.
      guard Loopback.isAuthority(call.head.authority) else {
        throw Problem(
          .forbidden, "host.other",
          "expected a request to localhost, found one to another name; started with --token-file it has clients elsewhere",
          endsConnection: call.head.method == .post)
      }
      // Older browsers say the origin alone, and not with every request.
      let origins = call.head.headerFields[values: Self.origin]
      if call.head.headerFields[Self.fetchSite] == "cross-site" || !origins.allSatisfy(Loopback.isOrigin) {
        throw Problem(
          .forbidden, "site.other",
          "expected a request of this service's own page, found one of another site's",
          endsConnection: call.head.method == .post)
      }
    }

    private static let wrongSignature = Problem(
      .forbidden, "signature.wrong", "expected a signature of this service's for this path and query")

    private func checkSignature(_ call: Call) throws(Problem) {
      // "", "v1", "t", SIGNATURE, NAME: the signature is checked before anything else is looked at.
      let parts = call.path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(
        Substring.init)
      guard parts.count == 5, let keys = secrets.withLock({ $0.keys }) else { throw Self.wrongSignature }
      let signed = SignedPath.prefix + parts[4] + (call.query.isEmpty ? "" : "?" + call.query)
      let found = Array(parts[3].utf8)
      var isRight = false
      for key in keys.signing
      where areEqual(Array(SignedPath.signature(of: signed, key: key).utf8), found) {
        isRight = true
      }
      guard isRight else { throw Self.wrongSignature }
      guard let end = try call.queryItems().first(where: { $0.name == "e" })?.value else { return }
      guard let seconds = Double(end), seconds.isFinite else {
        throw Problem(.badRequest, "query.invalid", "expected a Unix time in seconds", place: "e")
      }
      guard Foundation.Date().timeIntervalSince1970 < seconds else {
        throw Problem(
          .gone, "address.expired", "this address was valid until \(Int(min(seconds, 1e15)))")
      }
    }
  }
#endif
