import Harness
import Testing

/// Expects an error reply of that name whose message contains all of `parts`.
@discardableResult
func expectFailure(
  _ name: String, saying parts: String..., sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Any
) throws -> BusFailure? {
  do {
    let result = try body()
    Issue.record("no error but \(result); wanted \(name)", sourceLocation: sourceLocation)
    return nil
  } catch let failure as BusFailure {
    expect(failure, name, saying: parts, sourceLocation: sourceLocation)
    return failure
  }
}

/// Expects an error of the contract, named without its prefix unless it is a standard one.
func expect(
  _ failure: BusFailure, _ name: String, saying parts: [String] = [],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let wanted = name.contains(".") ? name : Names.error + name
  #expect(failure.name == wanted, "\(failure)", sourceLocation: sourceLocation)
  for part in parts {
    #expect(
      failure.message.contains(part), "“\(part)” is not in: \(failure)",
      sourceLocation: sourceLocation)
  }
}

/// Expects the system to refuse a peer's attempt.
func expectRefused(
  _ errnos: String..., sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Any
) throws {
  do {
    let result = try body()
    Issue.record("allowed: \(result)", sourceLocation: sourceLocation)
  } catch let refused as Refused {
    #expect(errnos.contains(refused.errno), sourceLocation: sourceLocation)
  }
}

extension Peer {
  /// Waits until a transfer has that state.
  func waitForState(_ state: String, of transfer: String) throws {
    try eventually("\(transfer) to be \(state)") { try self.state(of: transfer) == state }
  }

  /// Waits for Ended and returns its arguments; checks that no second Ended comes before dragd answers a later call.
  func expectEndedOnce(sourceLocation: SourceLocation = #_sourceLocation) throws -> Ending {
    try waitForCall("Ended")
    try settle()
    let calls = calls("Ended")
    #expect(calls.count == 1, "\(calls)", sourceLocation: sourceLocation)
    return Ending(calls[0]["body"].array)
  }
}

/// The arguments of Ended.
struct Ending {
  let offer: String?
  let transfer: String?
  let item: Int?
  let key: String?
  let operation: String?
  let details: [String: Value]

  init(_ arguments: [Value]) {
    let body = Value.array(arguments)
    offer = body[0].string
    transfer = body[1].string
    item = body[2].int
    key = body[3].string
    operation = body[4].string
    details = body[5].object.mapValues(\.inside)
  }

  var bytes: Int? { details["bytes"]?.int }
  var error: BusFailure {
    BusFailure(name: details["error"]?.string ?? "", message: details["message"]?.string ?? "")
  }
}
