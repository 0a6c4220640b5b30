import Foundation
import MultiplaneGraphics
import MultiplaneInteraction
import MultiplaneSceneFile

/// A writer of events as lines of JSON: `{"event": "tap", "layer": "clock", …}`.
///
/// It never blocks on a slow reader. A line that does not fit into the pipe is dropped; a later
/// line has the number of dropped ones.
package final class EventLines {
  private let descriptor: Int32
  private var dropped = 0
  /// Whether the reader has closed the pipe.
  package private(set) var isClosed = false

  /// Creates a writer.
  ///
  /// - Parameter descriptor: open for writing, owned by the caller.
  package init(descriptor: Int32 = STDOUT_FILENO) { self.descriptor = descriptor }

  /// Writes an event, unless `json(_:)` skips it.
  package func write(_ event: LayerEvent) {
    guard let json = Self.json(event) else { return }
    write(json)
  }

  private func write(_ json: JSONValue) {
    guard !isClosed else { return }
    if dropped > 0 {
      let notice = JSONValue.object([
        .init(key: "event", value: .string("dropped")), .init(key: "count", value: .number(Double(dropped))),
      ])
      guard writeLine(notice.flatText) else {
        dropped += 1
        return
      }
      dropped = 0
    }
    if !writeLine(json.flatText) { dropped += 1 }
  }

  /// A ready pipe takes this many bytes whole, without blocking. (Source: pipe(7), PIPE_BUF.)
  private static let mostBytes = Int(PIPE_BUF)

  /// Writes a line if that can be done at once; whether it could.
  private func writeLine(_ line: String) -> Bool {
    let bytes = Array(line.utf8) + [UInt8(ascii: "\n")]
    guard bytes.count <= Self.mostBytes else { return false }
    var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&state, 1, 0) == 1 else { return false }
    isClosed = Int32(state.revents) & (POLLERR | POLLNVAL) != 0
    guard !isClosed, Int32(state.revents) & POLLOUT != 0 else { return false }
    let count = Foundation.write(descriptor, bytes, bytes.count)
    if count < 0, errno == EPIPE || errno == EBADF { isClosed = true }
    return count == bytes.count
  }

  // MARK: JSON

  /// The JSON of an event, with the hit layer or its nearest named superlayer. Nil if a layer
  /// without a name is entered or left, because its superlayers have events of their own. A path
  /// that is too long keeps its last names.
  package static func json(_ event: LayerEvent) -> JSONValue? {
    let isHover = event.kind == .enter || event.kind == .leave
    let named = isHover ? event.layer.name.map { _ in event.layer } : event.layers.last { $0.name != nil }
    guard named != nil || !isHover else { return nil }
    let told = event.told(to: named ?? event.layer)
    var members: [JSONValue.Member] = [
      .init(key: "event", value: .string(event.kind.rawValue)),
      .init(key: "layer", value: told.layer.name.map(JSONValue.string) ?? .null),
      .init(key: "path", value: .array(event.names.map(JSONValue.string))),
      .init(key: "time", value: .number(rounded(event.time))),
    ]
    if let point = told.location { members.append(.init(key: "point", value: list(point.x, point.y))) }
    if let point = told.canvasLocation { members.append(.init(key: "canvas", value: list(point.x, point.y))) }
    switch event.kind {
    case .press, .move, .release, .tap, .cancel: members.append(.init(key: "inside", value: .boolean(told.isInside)))
    default: break
    }
    if let touch = event.touch { members.append(.init(key: "touch", value: .number(Double(touch)))) }
    if let button = event.button { members.append(.init(key: "button", value: .string(button.name))) }
    if let scroll = event.scroll { members.append(.init(key: "scroll", value: list(scroll.dx, scroll.dy))) }
    if let key = event.key {
      members.append(.init(key: "code", value: .number(Double(key.code))))
      if let name = key.name { members.append(.init(key: "key", value: .string(name))) }
      if let text = key.text { members.append(.init(key: "text", value: .string(text))) }
    }
    return fitted(members, path: event.names)
  }

  /// An event whose line fits into a pipe, as events deep in a tree would otherwise never be
  /// reported.
  ///
  /// - Parameter path: the names that the members have, of which the first are left out until the
  ///   rest fits.
  private static func fitted(_ members: [JSONValue.Member], path: [String]) -> JSONValue {
    let whole = JSONValue.object(members)
    // And the end of the line.
    var excess = whole.flatText.utf8.count + 1 - mostBytes
    guard excess > 0 else { return whole }
    var names = path[...]
    // Each goes with the comma and the space behind it.
    while excess > 0, let name = names.popFirst() { excess -= JSONValue.string(name).flatText.utf8.count + 2 }
    let cut = JSONValue.array(names.map(JSONValue.string))
    return .object(members.map { $0.key == "path" ? JSONValue.Member(key: $0.key, value: cut) : $0 })
  }

  private static func list(_ x: Double, _ y: Double) -> JSONValue { .list([rounded(x), rounded(y)]) }

  /// To thousandths: what is smaller is no input device's.
  private static func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }
}
