internal import DBus
internal import DragModel

extension BrokerService {
  /// Calls that a source may leave unanswered at a time, those included whose transfer is over: several times as many
  /// as a destination may have transfers running. The bus remembers each of them, and has room for so many.
  private static let mostUnanswered = 4_096

  /// Refuses an Accept that would make another call of a source that owes too many answers.
  func checkAnswers(for plan: AcceptPlan) throws(Rejection) {
    guard let source = ask({ $0.respondent(of: plan) }),
      bus.hasUnanswered(Self.mostUnanswered, by: source.name)
    else { return }
    throw Rejection(
      .busy,
      "the source \(source.name) has left \(Self.mostUnanswered) calls or more unanswered: only "
        + "what is held can be copied until it has answered some")
  }
}
