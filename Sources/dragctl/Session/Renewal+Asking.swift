internal import DragConnection
internal import DragModel

extension Renewal {
  /// Asks dragd, and blocks. After a failure `isOver` says whether to ask the next dragd.
  ///
  /// - Parameter request: gets the identifier at the last dragd.
  mutating func ask(
    on connection: BrokerConnection, _ request: (Identifier?) throws(Failure) -> Identifier
  ) throws(Failure) -> Identifier {
    do throws(Failure) {
      let id = try request(id)
      accepted(as: id, by: connection.owner)
      // The loop reports each new dragd, and stands still meanwhile.
      _ = succeeded()
      return id
    } catch {
      _ = failed(brokerHasEnded: error.brokerHasEnded)
      throw error
    }
  }
}
