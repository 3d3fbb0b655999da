/// The methods of org.freedesktop.DBus that the programs call.
extension MessageBus {
  func answer(_ call: WireMessage, _ peer: BusPeer) {
    discard(call, of: peer)
    let text = call.body.leadingTexts.first ?? ""
    switch call.member {
    case "Hello":
      connected(peer)
      reply(call, peer) { $0.append(peer.name) }
      tellOwner(of: peer.name, from: "", to: peer.name)
    case "RequestName": requestName(text, call, peer)
    case "ReleaseName": releaseName(text, call, peer)
    case "AddMatch":
      peer.rules.append(MatchRule(text))
      reply(call, peer)
    case "RemoveMatch":
      if let index = peer.rules.firstIndex(where: { $0.text == text }) {
        peer.rules.remove(at: index)
      }
      reply(call, peer)
    case "GetNameOwner":
      guard let owner = find(text) else {
        return fail(call, peer, "NameHasNoOwner", "nobody is \(text)")
      }
      reply(call, peer) { $0.append(owner.name) }
    case "NameHasOwner": reply(call, peer) { $0.append(find(text) != nil) }
    case "StartServiceByName":
      guard find(text) != nil || activatableNames.contains(text) else {
        return fail(call, peer, "ServiceUnknown", "nobody is \(text)")
      }
      reply(call, peer) { $0.append(UInt32(2)) }
    case "ListNames":
      let names = [Self.name] + owners.keys.sorted() + peers.map(\.name).filter { !$0.isEmpty }
      reply(call, peer) { $0.append(names) }
    case "ListActivatableNames": reply(call, peer) { $0.append([Self.name] + activatableNames) }
    case "GetId": reply(call, peer) { $0.append(id) }
    case "GetConnectionCredentials":
      guard let owner = find(text) else {
        return fail(call, peer, "NameHasNoOwner", "nobody is \(text)")
      }
      reply(call, peer) {
        $0.append([("UnixUserID", owner.user), ("ProcessID", owner.process)])
      }
    case "GetConnectionUnixProcessID": number(of: text, call, peer, \.process)
    case "GetConnectionUnixUser": number(of: text, call, peer, \.user)
    case "Ping": reply(call, peer)
    default: if call.expectsReply { fail(call, peer, "UnknownMethod", call.member ?? "") }
    }
  }

  private func number(
    of name: String, _ call: WireMessage, _ peer: BusPeer, _ part: KeyPath<BusPeer, UInt32>
  ) {
    guard let owner = find(name) else {
      return fail(call, peer, "NameHasNoOwner", "nobody is \(name)")
    }
    reply(call, peer) { $0.append(owner[keyPath: part]) }
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
