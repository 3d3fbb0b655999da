/// An address to which a page links.
enum HTMLLink {
  /// The address if it is of the web or of mail; nil for scripts, files and what is relative to the page's own place.
  static func address(_ text: String) -> String? {
    let address = text.filter { !$0.isNewline && $0 != "\t" }.trimmed
    let isKnown = ["http://", "https://", "mailto:"].contains {
      address.count > $0.count && address.lowercased().hasPrefix($0)
    }
    return isKnown ? address : nil
  }

  /// The name of the file at the end of an address; the address where there is none.
  static func fileName(_ address: String) -> String {
    let path = address.prefix { $0 != "?" && $0 != "#" }
    guard let name = path.split(separator: "/").dropFirst(2).last, name.contains(".") else {
      return address
    }
    return String(name)
  }

  /// The address between the parentheses of a link in Markdown.
  static func destination(_ address: String) -> String {
    var written = ""
    for scalar in address.unicodeScalars {
      switch scalar {
      case " ", "(", ")", "<", ">", "\\": written += percent(scalar)
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: written += percent(scalar)
      default: written.unicodeScalars.append(scalar)
      }
    }
    // Otherwise “&” and “;” could enclose the name of a character.
    return written.contains(";") ? written.replacing("&", with: "&amp;") : written
  }

  private static func percent(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "%\(digits.count < 2 ? "0" : "")\(digits)"
  }
}
