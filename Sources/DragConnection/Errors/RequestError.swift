package import DBus
internal import DragModel
internal import DragProtocol

/// Why a client's request failed. `DragClient.DragError` is its public form.
package struct RequestError: Error, Hashable, Sendable {
  package var code: Code
  /// For people; dragd's own message where dragd refused.
  package var message: String
  /// The error on the bus, if there was one.
  package var underlying: BusError?

  package init(_ code: Code, _ message: String, underlying: BusError? = nil) {
    self.code = code
    self.message = message
    self.underlying = underlying
  }
}

extension RequestError {
  package init(_ error: BusError) {
    self.init(
      Code(error), error.message.isEmpty ? error.name : error.message, underlying: error)
  }

  /// For a reply that does not match the contract.
  init(malformed rejection: Rejection, in member: String) {
    self.init(
      .malformedReply, "dragd's reply to \(member) cannot be understood: \(rejection.message)")
  }
}

extension RequestError {
  /// Whether a later try may succeed, because dragd has ended or is busy.
  package var isPassing: Bool {
    switch code {
    case .noReply, .broker(.busy): true
    case .broker, .noSessionBus, .noBroker, .disconnected, .deniedByBus, .unsupported,
      .malformedReply, .other:
      false
    }
  }

  /// Whether dragd ended before it answered, or gave no answer in time. A client that was publishing its offers and
  /// drop targets again waits for the next dragd, which the bus announces.
  package var brokerHasEnded: Bool {
    switch code {
    case .noReply, .noBroker: true
    case .broker, .noSessionBus, .disconnected, .deniedByBus, .unsupported, .malformedReply,
      .other:
      false
    }
  }
}

extension RequestError: CustomStringConvertible {
  package var description: String { message }
}
