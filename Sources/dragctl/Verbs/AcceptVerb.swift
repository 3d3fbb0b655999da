enum AcceptVerb {
  static let verb = Verb("accept", summary: "x", flags: []) { _ throws(Failure) in }
}
