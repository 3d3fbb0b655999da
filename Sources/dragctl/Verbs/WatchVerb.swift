enum WatchVerb {
  static let verb = Verb("watch", summary: "x", flags: []) { _ throws(Failure) in }
}
