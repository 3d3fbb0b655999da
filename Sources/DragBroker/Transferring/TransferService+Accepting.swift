internal import DBus
internal import DragModel
internal import DragProtocol
internal import DragSystem

// Offer1.Accept: dragd plans, checks the source's files, reserves what is moved, makes the descriptors, has the model
// accept, replies, and starts the transfers.

/// The Accept of a move, while the ledger records its reservation.
struct ReservedAccept {
  let call: Call
  let suspended: SuspendedCall
  let plan: AcceptPlan
  let transfers: [Identifier?]
  /// The bytes of the checked files, in the order of the plan.
  let contents: [[UInt8]]
}

extension TransferService {
  func accept(_ call: Call, _ message: Message, _ id: Identifier) throws(Rejection) {
    let request = try AcceptCall(message)
    context.log(request.unknownKeys, in: "Accept")
    let preferences = try TypePreferences(request.types)
    let options = context.limitingInlineContent(request.options, for: call.peer)
    // A move is charged to the applications of both sides.
    let isCharged =
      request.options.operation == .move
      || context.withModel { $0.chargesAccount(accepting: id) }
    context.identifyIfNeeded(call, offer: id, always: isCharged) {
      [self] party throws(Rejection) in
      let plan = try context.withModel { model throws(Rejection) in
        try model.plan(
          offer: id, items: request.items, types: preferences, options: options,
          for: party, hierarchy: context.types)
      }
      let check = fileCheck(for: plan)
      guard !check.requests.isEmpty else { return try accept(plan, contents: [], for: call) }
      try run(check, for: plan, call)
    }
  }

  // MARK: Checking files

  /// The files of a plan that a worker has to check or read: the source's own, and those whose bytes are in the
  /// reply.
  private func fileCheck(for plan: AcceptPlan) -> SourceFileCheck {
    SourceFileCheck(
      requests: plan.parts.compactMap { part in
        guard let content = part.route.held, let payload = context.store[content],
          isChecked(payload, part)
        else { return nil }
        return SourceFileCheck.Request(
          payload: payload, type: part.type, wantsBytes: part.route.isInline)
      })
  }

  private func isChecked(_ payload: Payload, _ part: PlannedPart) -> Bool {
    switch payload.place {
    case .bytes: false
    case .content: part.route.isInline
    case .reference: true
    }
  }

  private func run(
    _ check: SourceFileCheck, for plan: AcceptPlan, _ call: Call
  ) throws(Rejection) {
    let lane = check.lane ?? .peer(call.peer.name)
    try context.checkThreads(for: lane)
    let suspended = try context.suspend(call)
    let timeout = plan.options.startTimeout
    if timeout > 0 {
      suspended.setTimeout(timeout.inMicroseconds, context.loop) { [context] in
        _ = context.resume(suspended)
        call.refuse(
          Rejection(.stalled, "the source's file did not answer within \(timeout) ms"))
        context.updateTimers()
      }
    }
    context.workers.run(
      lane: lane, { check.run() },
      then: { [self] result in
        guard context.resume(suspended) else { return }
        call.attempt { () throws(Rejection) in
          try accept(plan, contents: try result.get(), for: call)
        }
        context.updateTimers()
      })
  }

  // MARK: Reserving

  /// - Parameter contents: the bytes of the checked files, in the order of the plan.
  private func accept(
    _ plan: AcceptPlan, contents: [[UInt8]], for call: Call
  ) throws(Rejection) {
    let ids = plan.items.map { $0.needsTransfer ? Identifier.random() : nil }
    guard plan.options.operation == .move else {
      return try startTransfers(ids, of: plan, contents: contents, for: call)
    }
    let suspended = try context.suspend(call)
    let number = context.waitingCalls.nextNumber()
    let effects: [Effect]
    do throws(Rejection) {
      effects = try context.apply(.reserve(number, plan, transfers: ids.compactMap { $0 }))
    } catch {
      _ = context.resume(suspended)
      throw error
    }
    reservedAccepts[number] = ReservedAccept(
      call: call, suspended: suspended, plan: plan, transfers: ids, contents: contents)
    context.perform(effects)
  }

  /// The ledger has recorded the reservation of an Accept, or refused it.
  func reserveAnswered(_ number: CallID, _ refusal: Rejection?) {
    guard let accept = reservedAccepts.removeValue(forKey: number) else { return }
    let isWaiting = context.resume(accept.suspended)
    accept.call.attempt { () throws(Rejection) in
      if let refusal { throw refusal }
      do throws(Rejection) {
        guard isWaiting else { throw Rejection(.cancelled, "the caller has left the bus") }
        try startTransfers(
          accept.transfers, of: accept.plan, contents: accept.contents, for: accept.call)
      } catch {
        context.handle(.unreserve(accept.transfers.compactMap { $0 }))
        throw error
      }
    }
  }

  // MARK: Starting

  /// - Parameter ids: for each item the id of its transfer; nil for an item whose bytes are all in the reply.
  private func startTransfers(
    _ ids: [Identifier?], of plan: AcceptPlan, contents: [[UInt8]], for call: Call
  ) throws(Rejection) {
    // Not earlier: other calls may have been accepted while a worker checked files or the ledger recorded the
    // reservation.
    try context.checkSource(of: plan)
    var contents = contents[...]
    var started: [[PartTransfer]] = []
    var answer: [AcceptedPart] = []
    do throws(Rejection) {
      for (item, id) in zip(plan.items, ids) {
        var partTransfers: [PartTransfer] = []
        for (index, part) in item.parts.enumerated() {
          let payload = part.route.held.flatMap { context.store[$0] }
          guard part.route.isLazy || payload != nil else {
            throw Rejection(.noSuchItem, "\(part.type) is no longer on offer")
          }
          let bytes = payload.flatMap { isChecked($0, part) ? contents.popFirst() : nil }
          guard let id else {
            let content = AcceptedPart.Content.data(bytes ?? payload?.bytes ?? [])
            answer.append(AcceptedPart(part, of: item, transfer: nil, content: content))
            continue
          }
          let partTransfer = try PartTransfer(
            PartID(id, index), part, payload, bytes: bytes, from: plan.owner,
            for: plan.destination, isSensitive: plan.isSensitive, context: context)
          partTransfers.append(partTransfer)
          answer.append(partTransfer.makeAcceptedPart(for: part, of: item))
        }
        if id != nil { started.append(partTransfers) }
      }
      let ids = ids.compactMap { $0 }
      // The reply is made before the model accepts: an Accept whose reply does not fit is refused and changes nothing.
      var reply: Message? = try self.reply(to: call, answer)
      answer = []
      let effects = try context.apply(.accept(plan, transfers: ids))
      for (id, partTransfers) in zip(ids, started) { add(partTransfers, to: id) }
      context.perform(effects) {
        // Taken out of the variable: once sent, the reply keeps no end of a pipe open.
        if let message = reply.take() { call.send(message) }
      }
    } catch {
      for partTransfer in started.joined() { partTransfer.stop() }
      throw error
    }
  }

  private func reply(to call: Call, _ parts: [AcceptedPart]) throws(Rejection) -> Message {
    do throws(BusError) {
      return try AcceptedPart.reply(to: call.address, parts)
    } catch {
      guard error.name != BusError.Name.noMemory else {
        throw Rejection(.quotaExceeded, "no descriptor is left for the reply: \(error.message)")
      }
      throw Rejection(
        .tooManyItems, "\(parts.count) representations do not fit into one reply: \(error.message)")
    }
  }
}

extension AcceptedPart {
  /// A planned part's entry in the reply.
  init(
    _ part: PlannedPart, of item: PlannedItem, transfer: Identifier?, content: Content,
    lending stream: PeerDescriptor? = nil
  ) {
    self.init(
      transfer: transfer, item: UInt32(clamping: item.index), type: part.type, name: item.name,
      size: part.size, file: item.file(of: part), content: content, lending: stream)
  }
}
