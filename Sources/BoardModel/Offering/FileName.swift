/// What a card's file is called where somebody wants one.
enum FileName {
  /// Its own name, else its title with an ending that tells the type. One component of a path.
  static func of(_ card: Card, _ type: String) -> String {
    let name = card.name ?? card.title + (endings[MediaType(type).essence] ?? "")
    let safe = String(name.map { $0 == "/" || $0 == "\0" ? "_" : $0 })
    return ["", ".", ".."].contains(safe) ? "file" : safe
  }

  private static let endings = [
    "image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp",
    "image/svg+xml": ".svg", "image/tiff": ".tiff", "image/bmp": ".bmp",
  ]
}
