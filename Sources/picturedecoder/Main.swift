internal import CLinux
internal import PictureDecoding

/// Decodes one picture for dragboard: see `PictureRequest`.
@main enum Main {
  static func main() {
    guard let request = PictureRequest(arguments: Array(CommandLine.arguments.dropFirst())),
      DecoderSandbox.enter(owner: request.owner)
    else { exit(PictureStatus.failed.rawValue) }
    exit(PictureLoader(request).run().rawValue)
  }
}
