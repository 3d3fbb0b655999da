internal import DragModel

/// The forms in which programs get the list of files that dragctl has copied.
enum CopiedList: Hashable {
  case addresses
  /// As GNOME's and most other file managers write it.
  case gnome
  case paths

  /// - Parameter types: that the person names, best first; none for text.
  init?(_ types: [String]) {
    switch types.first.flatMap({ MIMEType($0) })?.essence {
    case "text/uri-list": self = .addresses
    case "x-special/gnome-copied-files", "x-special/mate-copied-files": self = .gnome
    case "text/plain": self = .paths
    case nil where types.isEmpty: self = .paths
    default: return nil
    }
  }

  var type: MIMEType {
    switch self {
    case .addresses: .uriList
    case .gnome: MIMEType("x-special/gnome-copied-files") ?? .uriList
    case .paths: .utf8Text
    }
  }

  func bytes(_ entries: [PastedFiles.Entry], isCut: Bool) -> [UInt8] {
    let newline = UInt8(ascii: "\n")
    switch self {
    case .addresses: return entries.flatMap { $0.address + [UInt8(ascii: "\r"), newline] }
    case .gnome:
      let lines = [Array((isCut ? "cut" : "copy").utf8)] + entries.map(\.address)
      return Array(lines.joined(separator: [newline]))
    case .paths: return entries.flatMap { ($0.path ?? $0.address) + [newline] }
    }
  }
}

extension PastedFiles.Entry {
  fileprivate var address: [UInt8] {
    switch self {
    case .file(let path): Array(FileURI.uri(absolutePath: path).utf8)
    case .other(let uri): uri
    }
  }
}
