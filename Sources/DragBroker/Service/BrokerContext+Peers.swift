internal import DBus
internal import DragModel
internal import DragProtocol

// Limits on what a peer can make dragd send, and on the calls that it leaves unanswered.

extension BrokerContext {
  /// The rules by which dragd serves its peers in turn.
  var turnRules: TurnRules {
    TurnRules(
      queuedBytesPerSender: bytes(.queuedBytesPerConnection),
      queuedBytes: bytes(.queuedBytesPerUser), unwrittenBytes: bytes(.unwrittenBytes),
      unreadBytesPerPeer: bytes(.unreadBytesPerConnection),
      unreadBytes: bytes(.unreadBytesPerUser),
      mayBeLong: Self.mayBeLong, outlivesSender: Self.outlivesSender,
      refusal: { BusError(Rejection(.quotaExceeded, $0)) })
  }

  /// Capped so that sums do not overflow.
  private func bytes(_ key: LimitKey) -> Int { Int(min(limits[key], 1 << 50)) }

  /// Whether the reply may be long. Only the member decides, because dragd has not yet checked whether the call is one
  /// of its own. The reply to Accept is short for callers that get descriptors (`limitingInlineContent`).
  private static func mayBeLong(_ call: Message) -> Bool {
    guard let member = call.member else { return false }
    return Contract.membersWithLongAnswers.contains(member)
  }

  /// Whether a call counts even if its sender has left the bus.
  static func outlivesSender(_ call: Message) -> Bool {
    call.member.flatMap(BrokerMethod.init)?.outlivesCaller ?? false
  }

  /// The options of an Accept for a peer. A peer that has not shown that it reads gets descriptors in place of long
  /// content, but a few bytes stay bytes: the message would be hardly shorter, and some programs accept no descriptors.
  func limitingInlineContent(_ options: AcceptOptions, for peer: Peer) -> AcceptOptions {
    guard bus.restriction(of: peer.name) != .unrestricted else { return options }
    var options = options
    options.inlineMax =
      options.delivery == .any
      ? min(options.inlineMax ?? AcceptOptions.usualInlineMax, Self.shortContent) : nil
    return options
  }

  /// Bytes of content that take as much of a message as a descriptor does.
  private static let shortContent: UInt64 = 4_096

  /// Whether dragd sends a peer only replies, because it does not read what it is sent.
  func readsNothing(_ peer: Peer) -> Bool { bus.restriction(of: peer.name) >= .refusalsOnly }

  // MARK: Unanswered calls

  /// Calls that each peer may leave unanswered whatever others do: peers would need a thousand connections to use up
  /// the room that the bus has beyond the limit.
  private static let guaranteedUnanswered = 16

  /// How many calls a peer may leave unanswered now, with those of ended transfers and targets. The bus remembers each
  /// call and has limited room. The limit of a connection is several times the number of transfers that a destination
  /// may have running. A peer also gets at most half of what all have left, so that some is always left for others.
  private func mostUnanswered(by name: String) -> Int {
    let left = max(Int(clamping: limits[.unansweredCallsPerUser]) - bus.unansweredCount, 0)
    let share = bus.unanswered(by: name) + left / 2
    return max(
      min(Int(clamping: limits[.unansweredCallsPerConnection]), share), Self.guaranteedUnanswered)
  }

  /// Refuses an Accept whose source does not read, or would have to answer too many calls.
  func checkSource(of plan: AcceptPlan) throws(Rejection) {
    guard let informed = withModel({ $0.informed(of: plan) }) else { return }
    guard !readsNothing(informed) else {
      throw Rejection(
        .busy, "the source \(informed.name) does not read what it is sent: try again later")
    }
    guard let source = withModel({ $0.respondent(of: plan) }) else { return }
    let limit = Int(clamping: limits[.unansweredCallsPerConnection])
    // The move of held content makes one call, though not yet.
    let calls = max(plan.parts.count { $0.route.isLazy }, 1)
    guard calls <= limit else {
      throw Rejection(
        .tooManyItems,
        "the source would have to make \(calls) representations, and dragd asks it for at most "
          + "\(limit) at a time: accept in batches")
    }
    let most = mostUnanswered(by: source.name)
    guard bus.unanswered(by: source.name) > most - calls else { return }
    throw Rejection(
      .busy,
      "the source \(source.name) may leave \(most) calls unanswered, and this would make more of "
        + "them: only what is held can be copied until it has answered some")
  }

  /// Why dragd asks the owner of a target nothing more; nil if it may ask. The owner may have registered many targets
  /// one after the other.
  func obstacle(toAsking owner: Peer) -> String? {
    guard !readsNothing(owner) else { return "the target's owner does not read what it is sent" }
    let most = mostUnanswered(by: owner.name)
    guard bus.hasUnanswered(most, by: owner.name) else { return nil }
    return "the target's owner has left \(most) calls unanswered"
  }
}

extension BusError {
  /// The text of a peer's error, cut to the length that dragd keeps, logs and forwards.
  var text: String { (message.isEmpty ? name : message).prefix(bytes: Lengths.reason) }

  /// Whether the bus says that the callee is not there, or left before it answered.
  var meansAbsence: Bool {
    [Name.noReply, Name.serviceUnknown, Name.nameHasNoOwner].contains(name)
  }

  /// Whether the bus is gone: then the error tells nothing about the callee.
  var meansDisconnected: Bool { name == Name.disconnected }
}
