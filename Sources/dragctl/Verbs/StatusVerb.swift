enum StatusVerb {
  static let verb = Verb("status", summary: "x", flags: []) { _ throws(Failure) in }
}
