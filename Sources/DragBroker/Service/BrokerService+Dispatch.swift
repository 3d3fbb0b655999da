internal import DBus
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import PeerIdentity

// Which handler a message goes to.

extension BrokerService {
  func received(_ message: Message) {
    guard let sender = message.sender else { return }
    switch message.kind {
    case .call:
      called()
      let call = Call(message.replyAddress(to: sender), on: bus)
      if message.isBeyondShare { refuseDescriptors(call) } else { dispatch(message, call) }
      rearm()
    case .signal:
      if message.hasSender(Connection.busName) { busSaid(message) }
    case .reply, .error:
      break  // Nobody waits for it any more.
    }
  }

  /// What its sender has passed before is still being looked at, or hangs.
  private func refuseDescriptors(_ call: Call) {
    let limit = configuration.limits.descriptorMessagesPerConnection
    call.refuse(
      Rejection(
        .quotaExceeded,
        "descriptor_messages_per_connection is \(limit): so many messages with descriptors are not "
          + "dealt with yet; wait for their replies, or see whether a file system hangs"))
  }

  private func dispatch(_ message: Message, _ call: Call) {
    do throws(BusError) {
      let request = try Request(message)
      call.attempt { () throws(Rejection) in
        try checkExistence(of: request, for: call.peer)
        if request.announces { try checkAnnouncing(by: call.peer) }
        try handle(request, message, call)
      }
    } catch {
      call.refuse(error)
    }
  }

  /// A path that is no more, or never was, says so whatever is called there.
  private func checkExistence(of request: Request, for peer: Peer) throws(Rejection) {
    let path: ObjectPath
    switch request {
    case .offer(_, let id): path = .offer(id)
    case .transfer(_, let id): path = .transfer(id)
    case .dropTarget(_, let id): path = .target(id)
    case .properties(_, let object), .introspect(let object): path = object
    case .broker, .peer, .getManagedObjects: return
    }
    switch path {
    case .offer(let id):
      try ask { model throws(Rejection) in try model.check(offer: id) }
    case .transfer(let id): try model.check(transfer: id, for: peer)
    case .target(let id): try model.check(target: id)
    case .root, .folder, .absent, .parent: return
    }
  }

  private func handle(
    _ request: Request, _ message: Message, _ call: Call
  ) throws(Rejection) {
    switch request {
    case .broker(let method): try handle(method, message, call)
    case .offer(let method, let id):
      switch method {
      case .accept: try accept(call, message, id)
      case .getItems: try getItems(call, message, of: id)
      case .addItems: try addItems(call, message, to: id)
      case .withdraw: try withdraw(call, id)
      }
    case .transfer(let method, let id):
      switch method {
      case .receive: try receive(call, message, id)
      case .finish: try finish(call, id)
      case .cancel: try cancel(call, message, id)
      }
    case .properties(let method, let path): try properties(method, call, message, at: path)
    case .introspect(let path): introspect(call, at: path)
    case .getManagedObjects: try listManagedObjects(call)
    case .dropTarget(let method, let id):
      switch method {
      case .propose: try drop(call, message, on: id, performing: false)
      case .drop: try drop(call, message, on: id, performing: true)
      case .leave: try leave(call, message, id)
      case .update: try update(call, message, id)
      case .unregister: try unregister(call, id)
      }
    case .peer:
      // The bus module answers Peer.
      call.refuse(BusError(name: BusError.Name.unknownMethod, message: "this is not served"))
    }
  }

  private func handle(
    _ method: BrokerMethod, _ message: Message, _ call: Call
  ) throws(Rejection) {
    switch method {
    case .offer: try offer(call, message)
    case .find: try find(call, message)
    case .registerTarget: try registerTarget(call, message)
    case .findTargets: try findTargets(call, message)
    case .unacknowledgedMoves: try unacknowledgedMoves(call, message)
    case .acknowledgeMove: try acknowledgeMove(call, message)
    case .acknowledgeOutcome: try acknowledgeOutcome(call, message)
    case .outcome: try outcome(call, message)
    case .openMoves: openMoves(call)
    case .settleMove: try settleMove(call, message)
    }
  }

  /// A connection has left the bus.
  private func busSaid(_ signal: Message) {
    guard signal.hasMember("NameOwnerChanged") else { return }
    var reader = signal.read()
    do throws(DecodingFailure) {
      let name = try reader.string()
      _ = try reader.string()
      let owner = try reader.string()
      if owner.isEmpty, name.hasPrefix(":") { left(Peer(name)) }
    } catch {
      log.error("the bus sent a malformed NameOwnerChanged: \(error.description)")
    }
  }

  private func left(_ peer: Peer) {
    // What it has seen the end of counts as delivered.
    loop.runPostedWork()
    endAttempts(of: peer)
    peers.forget(peer)
    memory.forget(peer)
    // Whoever waited to learn who it is has gone on.
    endAttempts(of: peer)
    guard model.knows(peer) else { return }
    let unread = model.receiving(peer).filter(hasUnreadStream)
    happened(.peerLeft(peer, unread: Set(unread)))
    // What it had is freed: that is given back when there is rest.
    called()
  }
}

extension Request {
  /// Whether everybody may be told what the caller asks for. What takes back is announced in few bytes.
  fileprivate var announces: Bool {
    switch self {
    case .broker(.offer), .broker(.registerTarget), .offer(.addItems, _), .dropTarget(.update, _):
      true
    case .broker, .offer, .transfer, .dropTarget, .properties, .introspect, .peer,
      .getManagedObjects:
      false
    }
  }
}
