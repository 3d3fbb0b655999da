internal import CDBus
internal import DragSystem

// Serves many peers in turn, so that none keeps the others waiting.

extension Connection {
  /// From now on serves callers in turn, and sends no caller much more than it reads. Needs a loop.
  ///
  /// Each sender's messages keep their order. A call that arrives alone while no other waits is delivered at once.
  package func serveInTurns(_ rules: TurnRules) {
    guard let attachment else { preconditionFailure("turns need a loop: attach(to:) first") }
    attachment.turns = Turns(rules)
    // Every answer waits behind what this process has written and the bus has not read, and libdbus in the bus reads a
    // few kibibytes at a time.
    attachment.sockets.limitUnwritten(to: rules.unwrittenBytes)
  }

  /// Whether calls wait for their turn.
  package var hasWaitingCalls: Bool { attachment?.turns?.queue.isEmpty == false }

  /// Whether so many bytes wait for the bus that the next answer would be late.
  package var isBehind: Bool {
    guard let turns = attachment?.turns else { return false }
    return dbus_connection_get_outgoing_size(pointer) >= turns.rules.unwrittenBytes
  }

  /// The microseconds for which the connection reads on before it serves again.
  var timeToRead: UInt64 { min(attachment?.turns?.servedTime ?? 0, Turns.longestRead) }

  /// Whether a waiting call may be served now.
  func decide(
    _ waiting: Turns.Waiting, of sender: String, _ turns: Turns
  ) -> ServingPolicy.Decision {
    let candidate: ServingPolicy.Candidate
    var call: Message?
    switch waiting {
    case .excess: candidate = .excess
    case .message(let message):
      candidate = message.kind == .call ? .call : .answer
      call = message
    case .rest: return .serve
    }
    return turns.policy.decide(
      candidate, of: sender, isBehind: isBehind, restriction: turns.unread.restriction(of: sender),
      mayBeLong: call.map(turns.rules.mayBeLong) ?? false, at: Clock.monotonic)
  }

  /// Serves waiting calls for one turn of the loop.
  func serve(_ turns: Turns) {
    guard !turns.isServing, !turns.queue.isEmpty, !isClosed, let attachment else { return }
    turns.isServing = true
    turns.isWaitingForBus = false
    var moment = Clock.monotonic
    let began = moment
    defer {
      turns.isServing = false
      turns.servedTime += moment - began
    }
    // A peer with one waiting call probably blocks for its answer, and is trusted again as time passes.
    for sender in turns.policy.held where turns.queue.count(of: sender) == 1 {
      findOutWhetherReads(sender, turns)
    }
    var looked = began
    var left = Self.messagesPerTurn
    while left > 0, moment - began < Turns.longestTurn, !isClosed {
      var decision = ServingPolicy.Decision.wait
      let next = turns.queue.removeNext { sender, waiting in
        decision = decide(waiting, of: sender, turns)
        return decision != .wait
      }
      guard let (sender, waiting, bytes) = next else { return scheduleServing(turns) }
      turns.served = (sender, bytes, turns.oversized == sender)
      switch waiting {
      case .message(let message) where decision == .serve: deliver(message)
      case .rest(let step): serve(inSteps: step, from: sender)
      case .message, .excess: refuse(waiting, of: sender, turns)
      }
      turns.served = ("", 0, false)
      let now = Clock.monotonic
      turns.queue.charge(Int(now - moment) * Turns.costOfMicrosecond, to: sender)
      moment = now
      left -= 1
      if moment - looked >= Turns.shortTurn {
        looked = moment
        // The next in turn may be among what has arrived.
        if attachment.sockets.unreadBytes > 0 { break }
      }
    }
    if !turns.queue.isEmpty { serveLater(turns, attachment) }
  }

  private func serveLater(_ turns: Turns, _ attachment: LoopAttachment) {
    guard !turns.isScheduled else { return }
    turns.isScheduled = true
    attachment.loop.next { [self] in
      turns.isScheduled = false
      // Only once: libdbus may not want to read.
      turns.letsRead = !turns.letsRead && attachment.sockets.unreadBytes > 0
      if turns.letsRead { serveLater(turns, attachment) } else { serve(turns) }
    }
  }

  /// Serves after a message was sent. Sending may have written all other messages as well, and then the socket does not
  /// report that the bus takes bytes again.
  func serveIfWritten(_ turns: Turns) {
    guard turns.isWaitingForBus, !isBehind, let attachment else { return }
    turns.isWaitingForBus = false
    serveLater(turns, attachment)
  }

  /// Serves a call of a sender step by step, in its turns. The sender's later messages wait until `step` returns true,
  /// as if the call took that long in one piece. If the sender leaves before that, the other steps are never taken.
  /// - Parameter step: takes about `Turns.step` microseconds, and returns whether the call is served.
  package func serve(inSteps step: @escaping () -> Bool, from sender: String) {
    guard let attachment, let turns = attachment.turns else {
      while !step() {}
      return
    }
    let (served, bytes, isOversized) = turns.served
    // Now another sender has its turn, or none has, so the steps wait for theirs.
    guard served == sender else {
      turns.queue.append(.rest(step: step), bytes: Turns.overhead, from: sender)
      return serveLater(turns, attachment)
    }
    let isRest = isOversized && turns.oversized == sender
    // Many oversized calls in steps would take memory without a limit: while one is served in steps, this process
    // serves each other one in one piece.
    let mayContinue = !isOversized || turns.oversized == nil || isRest
    let putBack = turns.restsPutBack
    while !step() {
      guard mayContinue else { continue }
      if isOversized { turns.oversized = sender }
      turns.restsPutBack += 1
      turns.queue.putBack(.rest(step: step), bytes: bytes, from: sender)
      return serveLater(turns, attachment)
    }
    // The last step may have begun to serve the rest of the call in other steps.
    if isRest, turns.restsPutBack == putBack { turns.oversized = nil }
  }

  private func refuse(_ waiting: Turns.Waiting, of sender: String, _ turns: Turns) {
    guard turns.unread.restriction(of: sender) < .noMessages else { return }
    let rules = turns.rules
    switch waiting {
    case .excess(let address):
      send(
        address.errorReply(
          rules.refusal(
            "more than \(rules.queuedBytesPerSender) bytes of calls of \(sender) wait for their "
              + "turn: send more when some have been answered")))
    case .message(let message) where message.expectsReply:
      send(
        message.errorReply(
          rules.refusal(
            "\(sender) was sent \(rules.unreadBytesPerPeer) bytes and has not shown that it "
              + "reads them: read the bus, and answer org.freedesktop.DBus.Peer.Ping")))
    case .message, .rest:
      break
    }
  }

  /// All waiting calls need the bus to take more or a peer to read, and both wake this connection. The timer is for
  /// peers that are trusted after a time.
  private func scheduleServing(_ turns: Turns) {
    turns.isWaitingForBus = isBehind
    guard turns.timer == nil, !turns.policy.isEmpty, let attachment else { return }
    turns.timer = attachment.loop.after(
      microseconds: min(turns.rules.readTimeout, Turns.trustInterval)
    ) { [self] in
      turns.timer = nil
      serve(turns)
    }
  }
}
