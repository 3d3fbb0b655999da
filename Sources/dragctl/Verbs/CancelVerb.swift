enum CancelVerb {
  static let verb = Verb("cancel", summary: "x", flags: []) { _ throws(Failure) in }
}
