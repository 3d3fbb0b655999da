internal import MessageBus

/// When the bus has passed on the answers to calls, by caller and member, in the order of the calls.
struct CallTimes {
  private struct Kind: Hashable {
    let caller: String
    let member: String
  }

  private struct Place {
    let kind: Kind
    let index: Int
  }

  private var answers: [Kind: [UInt64?]] = [:]
  /// By caller and serial.
  private var places: [String: [UInt32: Place]] = [:]

  mutating func see(_ message: WireMessage, to receiver: String) {
    switch message.kind {
    case .call:
      let kind = Kind(caller: message.sender ?? "", member: message.member ?? "")
      places[kind.caller, default: [:]][message.serial] = Place(
        kind: kind, index: answers[kind]?.count ?? 0)
      answers[kind, default: []].append(nil)
    case .reply, .error:
      // What the bus says of a program that has left is no answer of that program's.
      guard message.sender != MessageBus.name,
        let place = places[receiver]?[message.replySerial ?? 0]
      else { return }
      answers[place.kind]?[place.index] = VirtualTime.now
    case .signal: break
    }
  }

  /// - Parameter number: 0 for the caller's first call of the member.
  func answer(to number: Int, of member: String, from caller: String) -> UInt64? {
    guard let times = answers[Kind(caller: caller, member: member)], number < times.count else {
      return nil
    }
    return times[number]
  }
}
