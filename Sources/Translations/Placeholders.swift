/// Names in braces within a message, and the values in their places.
///
/// A translation is never a format of printf: a name that it misspells stays as it is, and a value with braces is not
/// looked at again.
enum Placeholders {
  static func filled(
    _ text: String, with values: KeyValuePairs<String, any CustomStringConvertible>,
    count: String? = nil
  ) -> String {
    guard count != nil || !values.isEmpty else { return text }
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      rest = rest[open...]
      guard let close = rest.firstIndex(of: "}") else { break }
      let name = rest[rest.index(after: open)..<close]
      if let value = values.first(where: { $0.key == name })?.value.description
        ?? (name == "count" ? count : nil)
      {
        result += value
        rest = rest[rest.index(after: close)...]
      } else {
        result += "{"
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }
}
