internal import DBus
internal import DragConnection
internal import DragModel

/// The failure of a client's request.
///
/// Every failure arrives as this one type: dragd's refusals, the bus's, the system's, and errors that the program's own
/// closures throw. ``group`` and ``code`` are for programs to act on, ``message`` for people, ``cause`` for debugging.
/// With `DragClientFoundation`, `localizedDescription` is the message.
public struct DragError: Error, Sendable {
  /// The kind of failure.
  public var code: Code
  /// For people: the value that was wrong, and what would be right. Where dragd or a source refused, its own message.
  public var message: String
  /// The origin of a failure that did not arise in this library.
  public var cause: Cause?
  /// The error of DragConnection behind this one; nil when this one arose elsewhere.
  let requestError: RequestError?

  /// Makes an error, which a program's own closures may throw.
  public init(_ code: Code, _ message: String, cause: Cause? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
    requestError = nil
  }

  init(_ error: RequestError) {
    code = Code(error)
    message = error.message
    cause = error.underlying.map { .bus(name: $0.name, message: $0.message) }
    requestError = error
  }

  /// The origin of a failure.
  public enum Cause: Sendable {
    /// An error on the bus, by its D-Bus name, with the message that came with it.
    case bus(name: String, message: String)
    /// A system call that failed, with the value of errno(3).
    case system(call: String, errno: Int32)
    /// An error that the program's own code threw.
    case program(any Error)
  }
}

extension DragError: CustomStringConvertible {
  /// The message on one line, fit for a terminal, a log or a label: part of it may come from another program.
  public var description: String { Printable.line(message) }
}
