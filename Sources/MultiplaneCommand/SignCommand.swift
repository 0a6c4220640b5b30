import ArgumentParser
import MultiplaneService

/// `multiplane sign`: signs a URL for a service.
struct SignCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign", abstract: "Signs a picture URL of 'multiplane serve'.",
    discussion: """
      The URL is /v1/t/TEMPLATE.png?NAME=VALUE&…, with or without a host; .jpg and .webp work, too. 'e' is the expiry as \
      a Unix time, '_time' and '_scale' are scene time and pixels per point, all others are parameters of the template. \
      Prints the URL with its signature: HMAC-SHA256 by the first key of the file.
      """)

  @Option(help: ArgumentHelp("The file of the service's keys, one per line.", valueName: "file"), completion: .file())
  var keys: String

  @Argument(help: "The URL.")
  var address: String

  @OptionGroup var log: LogOption

  func run() throws {
    guard SignedPath.isEncoded(address) else {
      throw ValidationError(
        "expected an encoded URL, found unsafe characters; percent-encode spaces (%20), any of \"<>', and non-ASCII characters"
      )
    }
    let keys = try KeyFile(path: keys)
    guard let key = keys.keys.first, let signed = SignedPath.signed(address, key: key) else {
      throw ValidationError("expected a URL such as /v1/t/card.png?name=Ada, found '\(address)'")
    }
    var output = StandardOutput()
    try output.line(signed)
    try output.flush()
  }
}
