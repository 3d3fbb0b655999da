internal import CommandLineArguments
internal import DBus
internal import DragConnection
internal import DragModel
internal import DragSystem
internal import Translations

/// Makes a long transfer reachable on the bus, so that `dragctl cancel` finds this program. A short transfer costs
/// nothing.
struct CancellableTransfer {
  let connection: BrokerConnection
  let deadline: Deadline
  private var existing: EventLoop?
  private var isServing = false
  private let state = State()

  /// Milliseconds.
  private static let moment = 50

  /// Shared by the loop's handlers and the transfer.
  private final class State {
    var transfer: Identifier?
    var cancellation: String?
  }

  init(_ connection: BrokerConnection, deadline: Deadline) {
    self.connection = connection
    self.deadline = deadline
  }

  /// The loop; attaches the connection to it if it is not attached yet.
  mutating func loop() throws(Failure) -> EventLoop {
    if let existing { return existing }
    let loop = try VerbSession.makeLoop()
    connection.attach(to: loop)
    existing = loop
    return loop
  }

  /// Sets the transfer that runs now.
  mutating func setTransfer(_ transfer: Identifier?) {
    state.transfer = transfer
    state.cancellation = nil
  }

  /// The loop, once this program is reachable.
  var servingLoop: EventLoop? { isServing ? existing : nil }

  /// Handles received messages.
  func turn() {
    if isServing { existing?.turn(timeout: 0) }
  }

  /// Makes this program reachable for `dragctl cancel`.
  mutating func serve() throws(Failure) {
    guard !isServing else { return }
    let loop = try loop()
    isServing = true
    let state = state
    var handlers = ControlObject.Handlers()
    handlers.transfers = { state.transfer.map { [$0] } ?? [] }
    handlers.cancel = { transfer, reason in
      guard transfer == state.transfer else { return false }
      state.cancellation = reason
      return true
    }
    ControlObject.serve(on: connection, loop, handlers)
  }

  /// Waits a moment for something that nothing reports, and stays reachable meanwhile.
  mutating func pause() throws(Failure) {
    try serve()
    try loop().turn(timeout: deadline.remaining(atMost: Self.moment))
    try check()
  }

  /// Performs a request whose reply may take long, and stays reachable meanwhile.
  func perform<Reply>(
    _ make: () throws(RequestError) -> BrokerCall<Reply>
  ) throws(Failure) -> Reply {
    guard isServing, let existing else {
      return try deadline.limit { () throws(Failure) in
        try connection.ask(timeout: deadline.remaining, make)
      }
    }
    var answer: Result<Reply, RequestError>?
    let pending = try send(make) { answer = $0 }
    while answer == nil {
      do throws(Failure) {
        try check()
      } catch {
        pending.cancel()
        throw error
      }
      existing.turn(timeout: deadline.remaining)
    }
    switch answer {
    case .success(let reply): return reply
    case .failure(let error): throw Failure(error)
    case nil: preconditionFailure("waited for the answer")
    }
  }

  private func send<Reply>(
    _ make: () throws(RequestError) -> BrokerCall<Reply>,
    then: @escaping (Result<Reply, RequestError>) -> Void
  ) throws(Failure) -> PendingCall {
    return try mapError { () throws(RequestError) in
      connection.perform(try make(), then: then)
    } to: {
      Failure($0)
    }
  }

  /// Throws when a program has asked to cancel, or the time is up.
  func check() throws(Failure) {
    if let reason = state.cancellation {
      throw Failure(
        .incomplete,
        reason.isEmpty
          ? translated("cancelled") : translated("cancelled: {reason}", ["reason": reason]))
    }
    if deadline.hasPassed { throw deadline.failure }
  }
}
