#if Service
  import Foundation

  /// Addresses of this machine that no other machine reaches.
  enum Loopback {
    /// Whether a host is `localhost` or an address of 127.0.0.0/8 or ::1. What other names resolve
    /// to is unknown.
    static func isName(_ host: some StringProtocol) -> Bool {
      let host = host.lowercased()
      if host == "localhost" || host.hasSuffix(".localhost") { return true }
      var four = in_addr()
      if inet_pton(AF_INET, host, &four) == 1 { return isLocal(four) }
      var six = in6_addr()
      return inet_pton(AF_INET6, host, &six) == 1 && isLocal(six)
    }

    /// Whether the `Host` field of a request names this machine: a page of another site whose name
    /// was made to resolve to this machine does not.
    ///
    /// - Parameter authority: with or without a port; nil or empty where a client names none.
    static func isAuthority(_ authority: String?) -> Bool {
      guard let authority else { return false }
      if authority.hasPrefix("[") {
        return isName(authority.dropFirst().prefix { $0 != "]" })
      }
      return isName(authority.prefix { $0 != ":" })
    }

    /// Whether an `Origin` field (RFC 6454, 7) is a page of this machine. `null`, of a page that
    /// hides its origin, is none.
    static func isOrigin(_ origin: String) -> Bool {
      for scheme in ["http://", "https://"] where origin.lowercased().hasPrefix(scheme) {
        return isAuthority(String(origin.dropFirst(scheme.count)))
      }
      return false
    }

    /// Whether a bound socket is a Unix socket or bound to a loopback address; false where the
    /// system does not report it.
    static func isLocal(socket: Int32) -> Bool {
      var address = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let isTold = withUnsafeMutableBytes(of: &address) { bytes in
        bytes.baseAddress.map { getsockname(socket, $0.assumingMemoryBound(to: sockaddr.self), &length) == 0 } ?? false
      }
      guard isTold else { return false }
      let family = Int32(address.ss_family)
      return withUnsafeBytes(of: &address) { bytes in
        switch family {
        case AF_UNIX: true
        case AF_INET: isLocal(bytes.load(as: sockaddr_in.self).sin_addr)
        case AF_INET6: isLocal(bytes.load(as: sockaddr_in6.self).sin6_addr)
        default: false
        }
      }
    }

    private static func isLocal(_ address: in_addr) -> Bool { UInt32(bigEndian: address.s_addr) >> 24 == 127 }

    private static func isLocal(_ address: in6_addr) -> Bool {
      let bytes = withUnsafeBytes(of: address) { Array($0) }
      let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]
      return bytes == [UInt8](repeating: 0, count: 15) + [1] || bytes.starts(with: mapped) && bytes[12] == 127
    }
  }
#endif
