internal import CSimulation

/// In what buses differ, and what the seed decides of them.
package struct BusRules: Codable, Hashable, Sendable {
  /// The most bytes that are read at once.
  package var longestRead = 4096
  /// One of so many messages arrives later; 0: none does.
  package var delayedOneOf: UInt64 = 0
  /// In nanoseconds.
  package var longestDelay: UInt64 = 0

  package init() {}

  func delay() -> UInt64 {
    guard delayedOneOf > 0, sim_random(delayedOneOf) == 0 else { return 0 }
    return sim_random(longestDelay)
  }
}

/// The methods of org.freedesktop.DBus that the programs call.
extension SimulatedBus {
  func answer(_ call: WireMessage, _ peer: BusPeer) {
    discard(call)
    let texts = call.body.leadingTexts
    switch call.member {
    case "Hello":
      connected(peer)
      reply(call, peer) { $0.append(peer.name) }
      tellOwner(of: peer.name, from: "", to: peer.name)
    case "RequestName": requestName(texts[0], call, peer)
    case "ReleaseName": releaseName(texts[0], call, peer)
    case "AddMatch":
      peer.rules.append(MatchRule(texts[0]))
      reply(call, peer)
    case "RemoveMatch":
      if let index = peer.rules.firstIndex(where: { $0.text == texts[0] }) {
        peer.rules.remove(at: index)
      }
      reply(call, peer)
    case "GetNameOwner":
      guard let owner = find(texts[0]) else {
        return fail(call, peer, "NameHasNoOwner", "nobody is \(texts[0])")
      }
      reply(call, peer) { $0.append(owner.name) }
    case "NameHasOwner": reply(call, peer) { $0.append(find(texts[0]) != nil) }
    case "StartServiceByName": reply(call, peer) { $0.append(UInt32(2)) }
    case "ListNames":
      let names = [Self.name] + owners.keys.sorted() + peers.map(\.name).filter { !$0.isEmpty }
      reply(call, peer) { $0.append(names) }
    case "ListActivatableNames": reply(call, peer) { $0.append([Self.name, Daemon.busName]) }
    case "GetId": reply(call, peer) { $0.append(id) }
    case "GetConnectionCredentials":
      guard let owner = find(texts[0]) else {
        return fail(call, peer, "NameHasNoOwner", "nobody is \(texts[0])")
      }
      reply(call, peer) {
        $0.append([("UnixUserID", Daemon.user), ("ProcessID", owner.process)])
      }
    case "Ping": reply(call, peer)
    default: if call.expectsReply { fail(call, peer, "UnknownMethod", call.member ?? "") }
    }
  }

  private func requestName(_ name: String, _ call: WireMessage, _ peer: BusPeer) {
    if let owner = owners[name] {
      return reply(call, peer) { $0.append(UInt32(owner === peer ? 4 : 3)) }
    }
    owners[name] = peer
    onOwner(peer.process)
    tellOwner(of: name, from: "", to: peer.name)
    reply(call, peer) { $0.append(UInt32(1)) }
    hasStarted(name)
  }

  private func releaseName(_ name: String, _ call: WireMessage, _ peer: BusPeer) {
    let isOwner = owners[name] === peer
    if isOwner {
      owners[name] = nil
      tellOwner(of: name, from: peer.name, to: "")
    }
    reply(call, peer) { $0.append(UInt32(isOwner ? 1 : owners[name] == nil ? 2 : 3)) }
  }
}
