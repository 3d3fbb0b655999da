extension TypePreferences {
  /// The patterns as a message names them.
  var list: String {
    patterns.isEmpty ? "*/*" : patterns.map(\.description).joined(separator: ", ")
  }
}
