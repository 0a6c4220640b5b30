/// Why a case of the oracle is drawn, but not compared yet: what is missing. Whoever adds it takes its cases off the list.
enum NotYet {
  static let reasons: [String: String] = [:]
}
