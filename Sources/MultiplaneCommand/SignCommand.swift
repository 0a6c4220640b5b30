import ArgumentParser
import MultiplaneService

/// `multiplane sign`: an address of a service, with its signature.
struct SignCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign", abstract: "Signs an address that 'multiplane serve' draws a picture at.",
    discussion: """
      The address is /v1/t/TEMPLATE.png?NAME=VALUE&…, with a host before it or without; .jpg and .webp are there too. 'e' is a Unix time after \
      which it ends, '_time' and '_scale' are the picture's, and all others are parameters of the template. What is printed is the same with \
      the signature in it: HMAC-SHA256 by the first key of the file.
      """)

  @Option(help: ArgumentHelp("The file of the service's keys, one a line.", valueName: "file"))
  var keys: String

  @Argument(help: "The address.")
  var address: String

  @OptionGroup var log: LogOption

  func run() throws {
    guard SignedPath.isEncoded(address) else {
      throw ValidationError(
        "expected an address as browsers send it; percent-encode spaces (%20), any of \"<>', and what is not ASCII")
    }
    let keys = try KeyFile(path: keys)
    guard let key = keys.keys.first, let signed = SignedPath.signed(address, key: key) else {
      throw ValidationError("expected an address such as /v1/t/card.png?name=Ada, found '\(address)'")
    }
    var output = StandardOutput()
    try output.line(signed)
    try output.flush()
  }
}
