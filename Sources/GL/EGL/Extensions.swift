import MultiplaneCEGL

/// The extensions of EGL or OpenGL ES, as a set of names.
package struct Extensions: Equatable, Sendable {
  package let names: Set<String>

  package init(names: Set<String>) {
    self.names = names
  }

  /// Parses EGL's list: names separated by spaces.
  package init(list: String) {
    names = Set(list.split(separator: " ").map(String.init))
  }

  /// EGL's client extensions, which need no display. Empty if EGL has none.
  package static func client() -> Extensions {
    guard let list = eglQueryString(nil, EGL_EXTENSIONS) else {
      // EGL 1.4 without EGL_EXT_client_extensions answers EGL_BAD_DISPLAY: take it off, or the next
      // call seems to fail.
      _ = eglGetError()
      return Extensions(names: [])
    }
    return Extensions(list: String(cString: list))
  }

  package func contains(_ name: String) -> Bool {
    names.contains(name)
  }
}
