enum CompletionVerb {
  static let verb = Verb("completion", summary: "x", flags: []) { _ throws(Failure) in }
}
