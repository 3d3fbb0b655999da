extension String {
  /// The text as XML, HTML and Pango's markup have it between tags.
  ///
  /// - Parameter isInAttribute: whether it stands between double quotes.
  package func escapedForMarkup(inAttribute isInAttribute: Bool = false) -> String {
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"" where isInAttribute: escaped += "&quot;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
