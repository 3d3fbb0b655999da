enum OfferVerb {
  static let verb = Verb("offer", summary: "x", flags: []) { _ throws(Failure) in }
}
