internal import DBus
internal import DragModel

/// When a destination calls Finish again. It may have seen the end of a stream that dragd still waits for: dragd
/// answers `busy` then.
package struct FinishRetry: Sendable {
  /// For how long, in microseconds.
  private static let duration: UInt64 = 2_000_000
  private static let pause = 2
  private let end: UInt64

  /// - Parameter now: when Finish was first called, in microseconds of the monotonic clock.
  package init(at now: UInt64) {
    end = now.addingSaturated(Self.duration)
  }

  /// Milliseconds to wait before the next call; nil when the failure is final.
  package func pause(after code: RequestError.Code, at now: UInt64) -> Int? {
    code == .broker(.busy) && now < end ? Self.pause : nil
  }
}

extension BrokerConnection {
  /// Milliseconds that a call may take which dragd answers at once; also when a client publishes its offers and drop
  /// targets again at a new dragd.
  package static let usualTimeout = Connection.usualTimeout
}

extension RequestError {
  /// A later try may succeed: dragd has ended or is busy.
  package var isPassing: Bool {
    switch code {
    case .noReply, .broker(.busy): true
    case .broker, .noSessionBus, .noBroker, .disconnected, .deniedByBus, .unsupported,
      .malformedReply, .other:
      false
    }
  }

  /// dragd ended before it answered. A client that was publishing its offers and drop targets again waits for the next
  /// dragd, which the bus announces.
  package var brokerHasEnded: Bool {
    switch code {
    case .noReply, .noBroker: true
    case .broker, .noSessionBus, .disconnected, .deniedByBus, .unsupported, .malformedReply,
      .other:
      false
    }
  }
}
