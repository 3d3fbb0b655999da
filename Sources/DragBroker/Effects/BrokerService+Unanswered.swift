internal import DBus
internal import DragModel

extension BrokerService {
  /// Calls that a peer may leave unanswered at a time, those included whose transfer or target is over: several times
  /// as many as a destination may have transfers running. The bus remembers each of them, and has room for so many.
  private static let mostUnanswered = 4_096

  /// Refuses an Accept that would make more calls of a source than it may owe answers to.
  func checkAnswers(for plan: AcceptPlan) throws(Rejection) {
    guard let source = ask({ $0.respondent(of: plan) }) else { return }
    guard !isDeaf(source) else {
      throw Rejection(
        .busy, "the source \(source.name) does not read what it is sent: try again later")
    }
    let most = Self.mostUnanswered
    // A move of what is held makes none yet.
    let calls = max(plan.parts.count { $0.route.isLazy }, 1)
    guard calls <= most else {
      throw Rejection(
        .tooManyItems,
        "\(calls) representations would have to be made by their source, which is asked for "
          + "\(most) at a time: accept in batches")
    }
    guard bus.hasUnanswered(most + 1 - calls, by: source.name) else { return }
    throw Rejection(
      .busy,
      "the source \(source.name) may leave \(most) calls unanswered, and this would make more of "
        + "them: only what is held can be copied until it has answered some")
  }

  /// Why a target's owner is asked nothing more; nil while it is. Its targets may have come one after the other.
  func silence(of owner: Peer) -> String? {
    guard !isDeaf(owner) else { return "the target's owner does not read what it is sent" }
    guard bus.hasUnanswered(Self.mostUnanswered, by: owner.name) else { return nil }
    return "the target's owner has left \(Self.mostUnanswered) calls unanswered"
  }
}
