internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import Translations

/// `dragctl withdraw`
enum WithdrawVerb {
  static let all = Flag(
    "all", short: "a", help: "all that dragctl offers, and what has outlived its source")

  static let verb = Verb(
    "withdraw", summary: "end offers",
    operands: .init("[OFFER…]", most: nil, completes: .offers),
    description: """
      While its source runs, only the source can end an offer, so the dragctl that made it is asked to. After
      the source has left, any program outside of sandboxes can withdraw the offer. With --all it names
      what is left, which belongs to programs that run.
      """,
    flags: [all]
  ) { invocation throws(Failure) in
    try run(invocation)
  }
}

extension WithdrawVerb {
  private static func run(_ invocation: Invocation) throws(Failure) {
    switch (invocation.has(all), invocation.operands.isEmpty) {
    case (true, false): throw .usage(translated("--all and OFFER contradict each other"))
    case (false, true): throw .usage(translated("withdraw needs an OFFER, or --all"))
    case (true, true), (false, false): break
    }
    let connection = try VerbSession.connect()
    let control = try RemoteControl(connection)
    guard !invocation.has(all) else { return try withdrawAll(connection, control) }
    try invocation.each { operand throws(Failure) in
      try withdraw(try connection.offer(named: operand), connection, control)
    }
  }

  private static func withdrawAll(
    _ connection: BrokerConnection, _ control: RemoteControl
  ) throws(Failure) {
    let withdrawn = try control.withdrawAll()
    for offer in try connection.newestOffers() where !withdrawn.contains(offer.id) {
      let properties = offer.properties
      if properties.connection.isEmpty {
        do throws(Failure) {
          try connection.ask { () throws(RequestError) in try .withdraw(offer.id) }
        } catch {
          // It may have ended meanwhile.
          guard error.code == .noSuchOffer else { throw error }
        }
      } else {
        let label = properties.label.isEmpty ? "" : " “\(properties.label)”"
        Console.note(
          translated(
            "left: offer {id}{label} of {source}, which alone can withdraw it",
            ["id": offer.id, "label": label, "source": properties.sourceText])
        )
      }
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
        .refused,
        translated(
          "offer {offer} belongs to {source}, which alone can withdraw it",
          ["offer": offer, "source": properties.sourceText]))
    }
  }
}
