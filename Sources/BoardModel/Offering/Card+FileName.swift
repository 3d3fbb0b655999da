internal import DragModel

extension Card {
  /// What a file of it is called where somebody wants one: its own name, else its title with an ending that tells the
  /// type.
  func fileName(of type: String) -> String {
    FileName.safe(name ?? title + (Self.endings[MIMEType.essence(of: type)] ?? "")) ?? "file"
  }

  private static let endings = [
    "image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp",
    "image/svg+xml": ".svg", "image/tiff": ".tiff", "image/bmp": ".bmp",
  ]
}
