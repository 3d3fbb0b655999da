enum ShowVerb {
  static let verb = Verb("show", summary: "x", flags: []) { _ throws(Failure) in }
}
