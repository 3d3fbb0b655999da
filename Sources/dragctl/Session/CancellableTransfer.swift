internal import DBus
internal import DragConnection
internal import DragModel
internal import DragSystem

/// Being there for others while a transfer takes long: `dragctl cancel` finds this program then. A
/// short transfer never pays for it.
struct CancellableTransfer {
  let connection: BrokerConnection
  let deadline: Deadline
  private var existing: EventLoop?
  private var isServing = false
  private let state = State()

  /// What the loop's handlers and the transfer share.
  private final class State {
    var transfer: Identifier?
    var cancellation: String?
  }

  init(_ connection: BrokerConnection, deadline: Deadline) {
    self.connection = connection
    self.deadline = deadline
  }

  /// The loop that the connection is part of, from now on if it was not.
  mutating func loop() throws(Failure) -> EventLoop {
    if let existing { return existing }
    do throws(SystemError) {
      let loop = try EventLoop()
      connection.attach(to: loop)
      existing = loop
      return loop
    } catch {
      throw Failure(.other, "\(error)")
    }
  }

  /// Which transfer is on its way now.
  mutating func begin(_ transfer: Identifier?) {
    state.transfer = transfer
    state.cancellation = nil
  }

  /// The loop, once this is reachable.
  var servingLoop: EventLoop? { isServing ? existing : nil }

  /// Handles what has come in.
  func turn() {
    if isServing { existing?.turn(timeout: 0) }
  }

  /// Becomes reachable for `dragctl cancel`.
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

  /// Performs a request whose reply may take long, and is there for others meanwhile.
  func perform<Reply>(
    _ make: () throws(DragError) -> BrokerCall<Reply>
  ) throws(Failure) -> Reply {
    guard isServing, let existing else {
      return try connection.ask(timeout: deadline.remaining, make)
    }
    var answer: Result<Reply, DragError>?
    let pending = try begin(make) { answer = $0 }
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

  private func begin<Reply>(
    _ make: () throws(DragError) -> BrokerCall<Reply>,
    then: @escaping (Result<Reply, DragError>) -> Void
  ) throws(Failure) -> PendingCall {
    do throws(DragError) {
      return connection.perform(try make(), then: then)
    } catch {
      throw Failure(error)
    }
  }

  /// Fails when somebody has asked to cancel, or the time is up.
  func check() throws(Failure) {
    if let reason = state.cancellation {
      throw Failure(.incomplete, reason.isEmpty ? "cancelled" : "cancelled: \(reason)")
    }
    if deadline.hasPassed { throw deadline.failure }
  }
}
