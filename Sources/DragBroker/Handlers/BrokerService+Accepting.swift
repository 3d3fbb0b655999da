internal import DBus
internal import DragModel
internal import DragProtocol
internal import DragSystem

// Offer1.Accept: plan, look at files, get ready, tell the model, answer, begin.

extension BrokerService {
  func accept(_ call: Call, _ message: Message, _ id: Identifier) throws(Rejection) {
    let request = try AcceptCall(message)
    let preferences = try TypePreferences(request.types)
    let options = sparing(request.options, for: call.peer)
    // A move is charged to the applications of both sides.
    let isCharged = request.options.operation == .move || ask { $0.chargesAccount(accepting: id) }
    identifyIfNeeded(call, offer: id, always: isCharged) { [self] party throws(Rejection) in
      let plan = try ask { model throws(Rejection) in
        try model.plan(
          offer: id, items: request.items, types: preferences, options: options,
          for: party, hierarchy: types)
      }
      let glimpse = glimpse(at: plan)
      guard !glimpse.wishes.isEmpty else { return try begin(plan, read: [], for: call) }
      try look(glimpse, for: plan, call)
    }
  }

  /// What of a plan has to be looked at on a worker: the source's own files, and files whose bytes go
  /// into the reply.
  private func glimpse(at plan: AcceptPlan) -> SourceFileCheck {
    SourceFileCheck(
      wishes: plan.parts.compactMap { part in
        guard let content = part.route.held, let payload = store[content] else { return nil }
        switch payload.place {
        case .bytes: return nil
        case .content:
          guard part.route.isInline else { return nil }
          return SourceFileCheck.Request(payload: payload, type: part.type, wantsBytes: true)
        case .reference:
          return SourceFileCheck.Request(
            payload: payload, type: part.type, wantsBytes: part.route.isInline)
        }
      })
  }

  private func look(
    _ glimpse: SourceFileCheck, for plan: AcceptPlan, _ call: Call
  ) throws(Rejection) {
    let attempt = try begin(call)
    let patience = plan.options.startTimeout
    if patience > 0 {
      attempt.giveUp(after: patience.inMicroseconds, loop) { [self] in
        _ = end(attempt)
        call.refuse(
          Rejection(.stalled, "the source's file did not answer within \(patience) ms"))
      }
    }
    let lane = glimpse.lane ?? call.peer.name
    workers.run(
      lane: lane, { glimpse.look() },
      then: { [self] result in
        guard end(attempt) else { return }
        call.attempt { () throws(Rejection) in
          try begin(plan, read: try result.get(), for: call)
        }
        rearm()
      })
  }

  /// `read` are the bytes of the parts that were looked at, in the plan's order.
  private func begin(
    _ plan: AcceptPlan, read: [[UInt8]], for call: Call
  ) throws(Rejection) {
    let ids = plan.items.map { $0.needsTransfer ? Identifier.random() : nil }
    guard plan.options.operation == .move else {
      return try begin(plan, ids, read: read, for: call)
    }
    try reserve(plan, ids.compactMap { $0 }, for: call) { [self] () throws(Rejection) in
      try begin(plan, ids, read: read, for: call)
    }
  }

  private func begin(
    _ plan: AcceptPlan, _ ids: [Identifier?], read: [[UInt8]], for call: Call
  ) throws(Rejection) {
    // Only now: while files were looked at, or a move was reserved, others may have been accepted.
    try checkAnswers(for: plan)
    var read = read[...]
    var begun: [[PartTransfer]] = []
    var answer: [AcceptedPart] = []
    do throws(Rejection) {
      for (item, id) in zip(plan.items, ids) {
        var partTransfers: [PartTransfer] = []
        for (index, part) in item.parts.enumerated() {
          let payload = part.route.held.flatMap { store[$0] }
          guard part.route.isLazy || payload != nil else {
            throw Rejection(.noSuchItem, "\(part.type) is not there any more")
          }
          let bytes = payload.flatMap { wasLookedAt($0, part) ? read.popFirst() : nil }
          guard let id else {
            // The reply has it whole: nothing is on its way.
            let content = AcceptedPart.Content.data(bytes ?? payload?.bytes ?? [])
            answer.append(AcceptedPart(part, of: item, transfer: nil, content: content))
            continue
          }
          let partTransfer = try PartTransfer(
            PartID(id, index), part, payload, bytes: bytes, from: plan.owner,
            for: plan.destination, isSensitive: plan.isSensitive, service: self)
          partTransfers.append(partTransfer)
          answer.append(partTransfer.handOut(part, of: item))
        }
        if id != nil { begun.append(partTransfers) }
      }
      let ids = ids.compactMap { $0 }
      // Before the model hears of it: what cannot be said in one reply is refused and changes nothing.
      var reply: Message? = try self.reply(to: call, answer)
      answer = []
      let effects = try model.handle(.accept(plan, transfers: ids), at: now)
      for (id, partTransfers) in zip(ids, begun) { self.partTransfers[id] = partTransfers }
      perform(effects) {
        if let message = reply.take() { call.send(message) }
        // The reply is gone, and with it goes what it needed of the pipes: the workers have the rest.
      }
    } catch {
      for partTransfer in begun.joined() { partTransfer.stop() }
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

  private func wasLookedAt(_ payload: Payload, _ part: PlannedPart) -> Bool {
    switch payload.place {
    case .bytes: false
    case .content: part.route.isInline
    case .reference: true
    }
  }
}

extension SourceFileCheck {
  /// The lane of the source that passed the files; they are all of one offer.
  var lane: String? {
    for wish in wishes {
      if let file = wish.payload.file { return file.lane }
    }
    return nil
  }
}

extension AcceptedPart {
  /// A planned part's place in the reply.
  init(
    _ part: PlannedPart, of item: PlannedItem, transfer: Identifier?, content: Content,
    lending stream: PeerDescriptor? = nil
  ) {
    self.init(
      transfer: transfer, item: UInt32(clamping: item.index), type: part.type, name: item.name,
      size: part.size, content: content, lending: stream)
  }
}
