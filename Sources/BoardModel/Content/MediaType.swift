/// A MIME type with its parameters, as far as cards need to understand one.
package struct MediaType: Hashable, Sendable {
  /// Such as `text/plain`, in lower case.
  package let essence: String
  /// By names in lower case.
  package let parameters: [String: String]

  package init(_ text: String) {
    var parts = Self.split(text)[...]
    essence = (parts.popFirst() ?? "").trimmed.lowercased()
    var parameters: [String: String] = [:]
    for part in parts {
      guard let equals = part.firstIndex(of: "=") else { continue }
      let name = String(part[..<equals]).trimmed.lowercased()
      var value = String(part[part.index(after: equals)...]).trimmed
      if value.hasPrefix("\"") { value = Self.unquoted(value) }
      if parameters[name] == nil { parameters[name] = value }
    }
    self.parameters = parameters
  }

  package var charset: String? { parameters["charset"] }
  package var isImage: Bool { essence.hasPrefix("image/") }
  package var isJSON: Bool { essence == "application/json" || essence.hasSuffix("+json") }
  package var isGeocache: Bool { essence == Geocache.type }
  package var isGPX: Bool { essence == GPX.type }
  package var isURIList: Bool { essence == "text/uri-list" }
  package var isLink: Bool { essence == Link.type }
  package var isText: Bool { essence == "text/plain" }

  /// Whether it only accompanies files that are dragged: their paths, in the words of one program or another.
  var isCompanionOfFiles: Bool {
    isURIList || isText || essence.hasPrefix("x-special/")
      || essence.hasPrefix("application/vnd.portal.") || essence == "text/html"
      || isLink || essence == "application/x-kde4-urilist"
  }

  /// At semicolons outside of quotes.
  private static func split(_ text: String) -> [String] {
    var parts = [""]
    var isQuoted = false
    var isEscaped = false
    for character in text {
      if character == ";", !isQuoted {
        parts.append("")
        continue
      }
      if character == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = character == "\\" && !isEscaped
      parts[parts.count - 1].append(character)
    }
    return parts
  }

  private static func unquoted(_ text: String) -> String {
    var value = ""
    var isEscaped = false
    for character in text.dropFirst() {
      if isEscaped {
        value.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        break
      } else {
        value.append(character)
      }
    }
    return value
  }
}
