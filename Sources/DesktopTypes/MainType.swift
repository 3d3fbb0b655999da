package import DragModel

/// What everybody reads of a content that comes in many types. Programs list their own formats too, often first: those
/// are for themselves, and say nothing to a person or to another program.
extension TypeDatabase {
  /// The content among its types; nil for none. It is the first of these that is there:
  ///
  /// 1. a list of files, where it comes before any other content;
  /// 2. plain text, unless it is the address of a picture, or the source of a drawing: then the picture;
  /// 3. a picture, if possible in a type that the desktop knows;
  /// 4. HTML;
  /// 5. any kind of text that the desktop knows;
  /// 6. the first among addresses and types that the desktop knows;
  /// 7. whatever is first.
  ///
  /// HTML without text beside a picture is what browsers write around the picture.
  ///
  /// - Parameter types: the best first.
  package func main(among types: [MIMEType]) -> MIMEType? {
    if let list = fileList(among: types) { return list }
    func first(_ isMeant: (MIMEType) -> Bool) -> MIMEType? { types.first(where: isMeant) }
    let text = first { $0 == .utf8Text } ?? first { $0.essence == "text/plain" }
    let pictures = types.filter { $0.type == "image" }
    let picture = pictures.first { isKnown($0.essence) } ?? pictures.first
    if let picture, text == nil || types.contains(where: { isAddress($0) || isDrawing($0) }) {
      return picture
    }
    return text ?? first { $0.essence == "text/html" }
      ?? first { !isAddress($0) && !isPrivate($0) && isKindOfText($0) }
      ?? first { isAddress($0) || !isPrivate($0) } ?? types.first
  }

  /// A list of files, if a program has copied files and not their content.
  ///
  /// - Parameter isBesideText: whether it counts too where nothing but text comes before it. GTK 4.24 writes the paths
  ///   there; dragctl and the history write the content of a file.
  package func fileList(among types: [MIMEType], isBesideText: Bool = false) -> MIMEType? {
    let common = types.filter { isFileList($0) || !isPrivate($0) }
    let isOfText = common.allSatisfy { isFileList($0) || $0.essence == "text/plain" }
    return common.prefix(isBesideText && isOfText ? common.count : 1).first(where: isFileList)
  }

  private func isFileList(_ type: MIMEType) -> Bool {
    ["text/uri-list", "x-special/gnome-copied-files"].contains(type.essence)
  }

  private func isAddress(_ type: MIMEType) -> Bool {
    ["text/uri-list", "text/x-moz-url"].contains(type.essence)
  }

  /// Whether a type is a drawing: the text beside it is its source. Other pictures that are written as text, such as
  /// EPS, come beside words.
  package func isDrawing(_ type: MIMEType) -> Bool { type.essence == "image/svg+xml" }

  /// Whether a type is for its own program: `application/` and `x-` types that the desktop's database does not know.
  package func isPrivate(_ type: MIMEType) -> Bool {
    switch type.type {
    case "image", "audio", "video", "font", "message", "multipart": false
    case "text": type.subtype.hasPrefix("_") || isPlace(type)
    default: isPlace(type) || !isKnown(type.essence)
    }
  }

  /// Whether it leads to the content, and is none: for programs that open it in its sender's name.
  private func isPlace(_ type: MIMEType) -> Bool {
    type.essence.hasPrefix("application/vnd.portal.")
      || type.essence.hasPrefix("application/vnd.dragd.")
  }

  /// Whether a type is a kind of plain text, by the desktop's database.
  package func isKindOfText(_ type: MIMEType) -> Bool {
    type.type == "text" || ancestors(of: canonical(type.essence)).contains("text/plain")
  }
}
