enum TypesVerb {
  static let verb = Verb("types", summary: "x", flags: []) { _ throws(Failure) in }
}
