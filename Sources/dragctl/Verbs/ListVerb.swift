enum ListVerb {
  static let verb = Verb("list", summary: "x", flags: []) { _ throws(Failure) in }
}
