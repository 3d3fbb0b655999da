internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Translations

/// What it asks dragd for one item.
extension AcceptCommand {
  func accept(
    _ offer: Identifier, _ item: UInt32, _ connection: BrokerConnection
  ) throws(Failure) -> AcceptedPart {
    let options = acceptOptions
    if operation == .move { FailPoint.pass("destination: send Accept") }
    let accepted = try mapError { () throws(Failure) in
      try deadline.limit { () throws(Failure) in
        try connection.accept(
          offer, item: item, types: types, options, timeout: deadline.callTimeout)
      }
    } to: {
      $0.code == .changed ? named($0, offer, item, connection) : $0
    }
    if operation == .move { FailPoint.pass("destination: Accept answered") }
    return accepted
  }

  var acceptOptions: AcceptOptions {
    var options = AcceptOptions()
    // Through a pipe, lazy content arrives as the source makes it, and large content needs only one copy. With
    // `inlineMax` small held content is in the reply itself.
    options.delivery = .stream
    options.operation = operation
    // Much data needs time to reach the disk before Finish; if this program dies, leaving the bus ends the move.
    options.finishTimeout = 3_600_000
    // Content in the reply counts as delivered, but dragctl may still refuse to print it on a terminal.
    if !place.isCautious { options.inlineMax = AcceptOptions.usualInlineMax }
    return options
  }

  /// The failure with the name of the file: dragd names only the type.
  private func named(
    _ failure: Failure, _ offer: Identifier, _ item: UInt32, _ connection: BrokerConnection
  ) -> Failure {
    let items = try? connection.ask { () throws(RequestError) in
      try .items(of: offer, first: item, count: 1)
    }
    guard let name = items?.first?.attributes.name else { return failure }
    var failure = failure
    failure.message = translated(
      "{name} has changed since it was offered", ["name": Printable.line(name)])
    failure.hint = translated("Its source can offer it again.")
    return failure
  }

  func properties(
    of offer: Identifier, _ connection: BrokerConnection
  ) throws(Failure) -> OfferProperties {
    try deadline.limit { () throws(Failure) in
      try connection.ask(timeout: deadline.callTimeout) { () throws(RequestError) in
        try .properties(of: offer)
      }
    }
  }
}
