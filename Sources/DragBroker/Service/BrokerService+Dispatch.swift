internal import DBus
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import PeerIdentity
internal import ServiceLog

// The handler of each message.

extension BrokerService {
  func receive(_ message: Message) {
    guard let sender = message.sender else { return }
    switch message.kind {
    case .call:
      guard !isStopping || BrokerContext.outlivesSender(message) else { return }
      timers.noteWork()
      let call = Call(message.replyAddress(to: sender), on: context.bus, context.openCalls)
      if message.isBeyondShare { refuseDescriptors(call) } else { dispatch(message, call) }
      timers.update()
    case .signal:
      if let departed = NameOwnerChange(message)?.departed { peerLeft(Peer(departed)) }
    case .reply, .error:
      break  // The call that it answers no longer waits.
    }
  }

  /// Refuses a message with descriptors while too many earlier ones of its sender are in use or hang.
  private func refuseDescriptors(_ call: Call) {
    let key = LimitKey.descriptorMessagesPerConnection
    call.refuse(
      Rejection(
        .quotaExceeded,
        "\(key.name) is \(context.limits[key]): dragd has not answered so many messages with "
          + "descriptors yet; wait for their replies, or check whether a file system hangs"))
  }

  private func dispatch(_ message: Message, _ call: Call) {
    do throws(BusError) {
      let request = try Request(message)
      call.attempt { () throws(Rejection) in
        try checkExistence(of: request, for: call.peer)
        if request.isAnnounced { try objects.checkAnnouncing(by: call.peer) }
        try dispatch(request, message, call)
      }
    } catch {
      call.refuse(error)
    }
  }

  /// An unknown path answers NoSuchOffer, NoSuchTransfer or NoSuchTarget, whatever the member.
  private func checkExistence(of request: Request, for peer: Peer) throws(Rejection) {
    let path: ObjectPath
    switch request {
    case .offer(_, let id): path = .offer(id)
    case .transfer(_, let id): path = .transfer(id)
    case .dropTarget(_, let id): path = .target(id)
    case .properties(_, let object), .introspect(let object): path = object
    case .broker, .peer, .getManagedObjects: return
    }
    departures.depart(path)
    switch path {
    case .offer(let id):
      try context.withModel { model throws(Rejection) in try model.check(offer: id) }
    case .transfer(let id): try context.model.check(transfer: id, for: peer)
    case .target(let id): try context.model.check(target: id)
    case .root, .folder, .absent, .parent: return
    }
  }

  private func dispatch(
    _ request: Request, _ message: Message, _ call: Call
  ) throws(Rejection) {
    switch request {
    case .broker(let method):
      switch method {
      case .offer: try offers.offer(call, message)
      case .find: try offers.find(call, message)
      case .registerTarget: try targets.register(call, message)
      case .findTargets: try targets.find(call, message)
      case .unacknowledgedMoves: try moves.unacknowledgedMoves(call, message)
      case .acknowledgeMove: try moves.acknowledgeMove(call, message)
      case .acknowledgeOutcome: try moves.acknowledgeOutcome(call, message)
      case .outcome: try moves.outcome(call, message)
      case .openMoves: moves.openMoves(call)
      case .settleMove: try moves.settleMove(call, message)
      case .identify: try identities.identify(call, message)
      }
    case .offer(let method, let id):
      switch method {
      case .accept: try transfers.accept(call, message, id)
      case .getItems: try offers.getItems(call, message, of: id)
      case .addItems: try offers.addItems(call, message, to: id)
      case .withdraw: try offers.withdraw(call, id)
      }
    case .transfer(let method, let id):
      switch method {
      case .receive: try transfers.receive(call, message, id)
      case .finish: try transfers.finish(call, id)
      case .cancel: try transfers.cancel(call, message, id)
      }
    case .properties(let method, let path):
      try objects.readProperties(method, call, message, at: path)
    case .introspect(let path): objects.introspect(call, at: path)
    case .getManagedObjects: try objects.list(call)
    case .dropTarget(let method, let id):
      switch method {
      case .propose: try targets.requestDrop(call, message, on: id, performing: false)
      case .drop: try targets.requestDrop(call, message, on: id, performing: true)
      case .leave: try targets.leave(call, message, id)
      case .update: try targets.update(call, message, id)
      case .unregister: try targets.unregister(call, id)
      }
    case .peer:
      // The DBus module answers this interface.
      call.refuse(
        BusError(name: BusError.Name.unknownMethod, message: "dragd does not serve this method"))
    }
  }

  // MARK: Connections that leave

  private func peerLeft(_ peer: Peer) {
    departures.peerLeft(peer)
    // The peer's memory is free soon, and the timers give it back when no call comes for a while.
    timers.noteWork()
  }
}

extension Request {
  /// Whether a signal to all peers may follow. Signals about what was removed are short and not limited.
  fileprivate var isAnnounced: Bool {
    switch self {
    case .broker(.offer), .broker(.registerTarget), .offer(.addItems, _), .dropTarget(.update, _):
      true
    case .broker, .offer, .transfer, .dropTarget, .properties, .introspect, .peer,
      .getManagedObjects:
      false
    }
  }
}
