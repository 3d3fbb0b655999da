internal import CLinux
internal import PictureDecoding

/// Decodes one picture for dragboard: see `PictureRequest`.
@main enum Main {
  static func main() {
    let request = PictureRequest(arguments: Array(CommandLine.arguments.dropFirst()))
    let status: PictureStatus? = request.flatMap { request in
      if let glycin = GlycinLoader() {
        return DecoderSandbox.limit(owner: request.owner) ? glycin.run(request) : nil
      }
      return DecoderSandbox.enter(owner: request.owner) ? PictureLoader(request).run() : nil
    }
    exit((status ?? .failed).rawValue)
  }
}
