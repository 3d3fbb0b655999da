internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol

/// `dragctl withdraw`
enum WithdrawVerb {
  static let verb = Verb(
    "withdraw", summary: "end offers",
    operands: .init("OFFER…", least: 1, most: nil, completes: .offers),
    description: """
      Only its source can end an offer: a dragctl that still runs is asked to. What lingers after its
      source has gone anybody can withdraw but a program in a sandbox.
      """,
    flags: []
  ) { invocation throws(Failure) in
    try run(invocation)
  }
}

extension WithdrawVerb {
  private static func run(_ invocation: Invocation) throws(Failure) {
    let connection = try Session.connect()
    let control = try RemoteControl(connection)
    try invocation.each { operand throws(Failure) in
      try withdraw(try connection.offer(named: operand), connection, control)
    }
  }

  private static func withdraw(
    _ offer: Identifier, _ connection: BrokerConnection, _ control: RemoteControl
  ) throws(Failure) {
    do throws(Failure) {
      try connection.ask { () throws(RequestError) in try .withdraw(offer) }
    } catch {
      guard error.code == .accessDenied,
        let properties = try? connection.ask({ () throws(RequestError) in try .properties(of: offer)
          })
      else { throw error }
      guard !control.withdraw(offer, of: properties.connection) else { return }
      throw Failure(
        .refused, "offer \(offer) is of \(properties.sourceText), which alone can withdraw it")
    }
  }
}
