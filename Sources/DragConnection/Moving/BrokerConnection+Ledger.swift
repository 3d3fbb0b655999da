package import DragModel
internal import DragProtocol

// Which ledger an answer about a move comes from. The property is read once from each dragd. It counts only for what
// the same dragd has said, which is one unique name on the bus: another one may have taken its place between two calls.

extension BrokerConnection {
  /// The ledger of the dragd that sent the last reply; nil if it is older than ledgers. Fails with `stateUnavailable`
  /// while it cannot read its records, so that no program notes a move that only a person could settle, and with
  /// `noReply` when another dragd has taken its place.
  package func ledger(timeout milliseconds: Int) throws(RequestError) -> Identifier? {
    let broker = owner
    if let known = knownLedger(of: broker) { return known }
    return try noteLedger(try perform(.status(), timeout: milliseconds).ledger, of: broker)
  }

  /// The same on the loop; `then` may be called at once.
  package func ledger(
    timeout milliseconds: Int, then: @escaping (Result<Identifier?, RequestError>) -> Void
  ) {
    let broker = owner
    if let known = knownLedger(of: broker) { return then(.success(known)) }
    do throws(RequestError) {
      perform(try .status(), timeout: milliseconds) { [weak self] answer in
        then(
          Result { () throws(RequestError) in
            try self?.noteLedger(try answer.get().ledger, of: broker)
          })
      }
    } catch {
      then(.failure(error))
    }
  }

  /// Asks for the outcome of a move, and which ledger says so.
  package func outcome(
    of move: NotedMove, timeout milliseconds: Int
  ) throws(RequestError) -> ToldOutcome {
    let outcome = try perform(.outcome(of: move.transfer), timeout: milliseconds)
    guard move.ledger != nil else { return ToldOutcome(outcome, of: nil) }
    return try Self.told(outcome, try ledger(timeout: milliseconds))
  }

  /// The same on the loop.
  package func outcome(
    of move: NotedMove, timeout milliseconds: Int,
    then: @escaping (Result<ToldOutcome, RequestError>) -> Void
  ) {
    do throws(RequestError) {
      perform(try .outcome(of: move.transfer), timeout: milliseconds) { [weak self] answer in
        guard let self, move.ledger != nil, case .success(let outcome) = answer else {
          return then(answer.map { ToldOutcome($0, of: nil) })
        }
        ledger(timeout: milliseconds) { answer in
          then(
            Result { () throws(RequestError) in try Self.told(outcome, try answer.get()) })
        }
      }
    } catch {
      then(.failure(error))
    }
  }

  private static func told(
    _ outcome: MoveOutcome, _ ledger: Identifier?
  ) throws(RequestError) -> ToldOutcome {
    guard let ledger else { throw doesNotTell }
    return ToldOutcome(outcome, of: ledger)
  }

  private static var doesNotTell: RequestError {
    RequestError(
      .broker(.stateUnavailable), "dragd does not tell which records of moves it has; ask again")
  }

  private func knownLedger(of broker: String?) -> Identifier? {
    guard let known = ledgerOfBroker, known.broker == broker else { return nil }
    return known.ledger
  }

  /// - Parameter broker: the dragd whose ledger was asked for; `owner` is the one that has answered.
  private func noteLedger(
    _ text: String?, of broker: String?
  ) throws(RequestError) -> Identifier? {
    guard let broker, owner == broker else {
      throw RequestError(.noReply, "another dragd has taken the place of the one that was asked")
    }
    guard let text else { return nil }
    guard let ledger = Identifier(text) else { throw Self.doesNotTell }
    ledgerOfBroker = (broker, ledger)
    return ledger
  }
}
