internal import DragConnection
internal import DragModel

extension Renewal {
  /// Asks dragd, again as `Renewal` says, and blocks. After a failure `isOver` says whether to ask the next dragd.
  ///
  /// - Parameter request: gets the identifier at the last dragd.
  mutating func ask(
    on connection: BrokerConnection, _ request: (Identifier?) throws(Failure) -> Identifier
  ) throws(Failure) -> Identifier {
    while true {
      do throws(Failure) {
        let new = try request(id)
        accepted(as: new, by: connection.owner)
        // No other dragd has been reported meanwhile: the loop stands still.
        _ = succeeded()
        return new
      } catch {
        let reason = Reason(brokerHasEnded: error.brokerHasEnded, isBusy: error.code == .busy)
        guard failed(reason) == .ask else { throw error }
      }
    }
  }
}
