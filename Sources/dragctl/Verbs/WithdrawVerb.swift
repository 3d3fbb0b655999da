enum WithdrawVerb {
  static let verb = Verb("withdraw", summary: "x", flags: []) { _ throws(Failure) in }
}
