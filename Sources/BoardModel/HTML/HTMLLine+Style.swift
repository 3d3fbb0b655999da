extension HTMLLine.Style {
  /// The look of an element within another look; nil for an element that has none of its own.
  init?(of name: String, _ attributes: [String: String], in outer: HTMLLine.Style) {
    let declared = Self.declarations(attributes["style"] ?? "")
    self = outer
    switch name {
    // Google Docs wraps all that it copies in a <b> that is not bold.
    case "b", "strong":
      isStrong = outer.isStrong || declared["font-weight"].map(Self.isBold) ?? true
    case "i", "em", "cite", "dfn", "var":
      isEmphasized = outer.isEmphasized || declared["font-style"].map(Self.isItalic) ?? true
    case "code", "tt", "kbd", "samp": isCode = true
    // Browsers and office programs copy many words in these, with a style instead of an element.
    case "span", "font":
      isStrong = outer.isStrong || declared["font-weight"].map(Self.isBold) ?? false
      isEmphasized = outer.isEmphasized || declared["font-style"].map(Self.isItalic) ?? false
    default: return nil
    }
    // Code in Markdown cannot have another look.
    if outer.isCode { self = outer }
  }

  private static func isBold(_ weight: String) -> Bool {
    Int(weight).map { $0 >= 600 } ?? ["bold", "bolder"].contains(weight)
  }

  private static func isItalic(_ style: String) -> Bool {
    style == "italic" || style.hasPrefix("oblique")
  }

  private static func declarations(_ style: String) -> [String: String] {
    var found: [String: String] = [:]
    for declaration in style.lowercased().split(separator: ";") {
      let parts = declaration.split(separator: ":", maxSplits: 1)
      if parts.count == 2 { found[String(parts[0]).trimmed] = String(parts[1]).trimmed }
    }
    return found
  }
}
