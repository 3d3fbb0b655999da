internal import DragClient
internal import DragModel

/// The text, in the forms that others can accept.
struct Document: RepresentationWriting {
  let text: String

  static let writableTypes = ["text/html;charset=utf-8", "text/plain;charset=utf-8"]

  /// The start of its first line.
  var suggestedName: String? {
    let line = text.split(whereSeparator: \.isNewline).first ?? "Text"
    let name = line.prefix(40).filter { $0.isLetter || $0.isNumber || $0 == " " }
    return name.allSatisfy { $0 == " " } ? "Text.txt" : "\(name).txt"
  }

  func write(as type: String, to writer: RepresentationWriter) async throws {
    try await writer.write(content(as: type))
  }

  func content(as type: String) -> String {
    type.hasPrefix("text/html") ? html : text
  }

  private var html: String {
    text.escapedForMarkup().split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { "<p>\($0)</p>" }
      .joined(separator: "\n") + "\n"
  }
}
