internal import DBus
internal import DragModel

extension BrokerService {
  /// What every connection may owe, however much others do: peers together would need a thousand connections to use
  /// up what the bus has left for that.
  private static let ownUnanswered = 16

  /// How many calls a peer may leave unanswered now, those included whose transfer or target is over: several times as
  /// many as a destination may have transfers running, but at most half of what is left of all, so that some is always
  /// left for others. The bus remembers each of them, and has room for so many.
  private func mostUnanswered(by name: String) -> Int {
    let limits = configuration.limits
    let left = max(Int(clamping: limits.unansweredCallsPerUser) - bus.unansweredCount, 0)
    let share = bus.unanswered(by: name) + left / 2
    return max(min(Int(clamping: limits.unansweredCallsPerConnection), share), Self.ownUnanswered)
  }

  /// Refuses an Accept that would make more calls of a source than it may owe answers to, or reads.
  func checkAnswers(for plan: AcceptPlan) throws(Rejection) {
    guard let informed = ask({ $0.informed(of: plan) }) else { return }
    guard !isDeaf(informed) else {
      throw Rejection(
        .busy, "the source \(informed.name) does not read what it is sent: try again later")
    }
    guard let source = ask({ $0.respondent(of: plan) }) else { return }
    let limit = Int(clamping: configuration.limits.unansweredCallsPerConnection)
    // A move of what is held makes none yet.
    let calls = max(plan.parts.count { $0.route.isLazy }, 1)
    guard calls <= limit else {
      throw Rejection(
        .tooManyItems,
        "\(calls) representations would have to be made by their source, which is asked for "
          + "\(limit) at a time: accept in batches")
    }
    let most = mostUnanswered(by: source.name)
    guard bus.unanswered(by: source.name) > most - calls else { return }
    throw Rejection(
      .busy,
      "the source \(source.name) may leave \(most) calls unanswered, and this would make more of "
        + "them: only what is held can be copied until it has answered some")
  }

  /// Why a target's owner is asked nothing more; nil while it is. Its targets may have come one after the other.
  func silence(of owner: Peer) -> String? {
    guard !isDeaf(owner) else { return "the target's owner does not read what it is sent" }
    let most = mostUnanswered(by: owner.name)
    guard bus.hasUnanswered(most, by: owner.name) else { return nil }
    return "the target's owner has left \(most) calls unanswered"
  }
}
