extension Broker {
  /// Whom an Accept that was planned needs an answer of: the source that makes what is lazy, and deletes what is moved.
  package func respondent(of plan: AcceptPlan) -> Peer? {
    guard plan.options.operation == .move || plan.parts.contains(where: { $0.route.isLazy }) else {
      return nil
    }
    return offers[plan.offer]?.source?.peer
  }

  /// Whom the ends of its transfers are told to.
  package func informed(of plan: AcceptPlan) -> Peer? { offers[plan.offer]?.source?.peer }
}
