internal import DBus
internal import DragModel
internal import DragProtocol

// How the peers share the service.

extension BrokerService {
  var turnRules: TurnRules {
    let limits = configuration.limits
    return TurnRules(
      queuedBytesPerSender: Self.bytes(limits.queuedBytesPerConnection),
      queuedBytes: Self.bytes(limits.queuedBytesPerUser),
      unwrittenBytes: Self.bytes(limits.unwrittenBytes),
      unreadBytesPerPeer: Self.bytes(limits.unreadBytesPerConnection),
      unreadBytes: Self.bytes(limits.unreadBytesPerUser),
      mayBeLong: Self.mayBeLong, outlivesSender: Self.outlivesSender,
      refusal: { BusError(Rejection(.quotaExceeded, $0)) })
  }

  /// Sums of them are no overflow.
  private static func bytes(_ limit: UInt64) -> Int { Int(min(limit, 1 << 50)) }

  /// By the member alone: whether the call is one of dragd's is not known yet. For Accept see `sparing`.
  private static func mayBeLong(_ call: Message) -> Bool {
    guard let member = call.member else { return false }
    return Contract.membersWithLongAnswers.contains(member)
  }

  private static func outlivesSender(_ call: Message) -> Bool {
    call.member.flatMap(BrokerMethod.init)?.outlivesCaller ?? false
  }

  /// Whoever does not show that it reads gets descriptors where it would get many bytes. A few stay bytes: the message
  /// would be hardly shorter, and some programs take no descriptors.
  func sparing(_ options: AcceptOptions, for peer: Peer) -> AcceptOptions {
    guard bus.standing(of: peer.name) != .good else { return options }
    var options = options
    options.inlineMax =
      options.delivery == .any
      ? min(options.inlineMax ?? AcceptOptions.usualInlineMax, Self.shortData) : nil
    return options
  }

  /// So much of content is as short in a message as its descriptor.
  private static let shortData: UInt64 = 4_096

  /// Whether a peer is told only what it asks for.
  func isDeaf(_ peer: Peer) -> Bool { bus.standing(of: peer.name) >= .overdrawn }
}
