import DragConnection
import DragModel
import Testing

/// When a client asks a new dragd for its offer or drop target.
@Suite struct RenewalTests {
  private static let (first, second) = (
    Identifier(high: 1, middle: 2, low: 3), Identifier(high: 4, middle: 5, low: 6)
  )

  /// What `:1.1` has.
  private func kept() -> Renewal {
    var renewal = Renewal()
    renewal.accepted(as: Self.first, by: ":1.1")
    #expect(renewal.succeeded() == .keep)
    return renewal
  }

  @Test func `each new dragd is asked once`() {
    var renewal = kept()
    #expect(renewal.brokerAppeared(":1.1") == false, "news that comes after the reply")
    #expect(renewal.brokerAppeared(":1.2") == true)
    #expect(renewal.brokerAppeared(":1.2") == false)
    renewal.accepted(as: Self.second, by: ":1.2")
    #expect(renewal.id == Self.second)
    #expect(renewal.succeeded() == .keep)
    #expect(renewal.brokerAppeared(":1.2") == false)
  }

  @Test func `the first request starts a dragd, whose appearance is no news`() {
    var renewal = Renewal()
    #expect(renewal.brokerAppeared(":1.1") == false)
    renewal.accepted(as: Self.first, by: ":1.1")
    #expect(renewal.succeeded() == .keep)
  }

  @Test(arguments: [false, true])
  func `a dragd that appears during a request is asked after it`(succeeds: Bool) {
    var renewal = kept()
    #expect(renewal.brokerAppeared(":1.2") == true)
    renewal.accepted(as: Self.second, by: ":1.2")
    #expect(renewal.brokerAppeared(":1.3") == false)
    let step = succeeds ? renewal.succeeded() : renewal.failed(.refusal)
    #expect(step == .ask)
    #expect(renewal.brokerAppeared(":1.3") == false, "it is being asked")
    renewal.accepted(as: Self.first, by: ":1.3")
    #expect(renewal.succeeded() == .keep)
  }

  @Test func `a dragd that ends before its reply is followed by the next`() {
    var renewal = kept()
    #expect(renewal.brokerAppeared(":1.2") == true)
    #expect(renewal.failed(.brokerEnded) == .wait)
    #expect(!renewal.isOver)
    #expect(renewal.brokerAppeared(":1.3") == true)
  }

  @Test func `a refusal is the end`() {
    var renewal = kept()
    #expect(renewal.brokerAppeared(":1.2") == true)
    #expect(renewal.failed(.refusal) == .end)
    #expect(renewal.isOver)
    #expect(renewal.brokerAppeared(":1.3") == false)
  }

  @Test(arguments: [Renewal.Reason.refusal, .brokerEnded])
  func `a first request that fails is not repeated`(failure: Renewal.Reason) {
    var renewal = Renewal()
    // More items follow.
    renewal.accepted(as: Self.first, by: ":1.1")
    #expect(renewal.brokerAppeared(":1.2") == false)
    #expect(renewal.failed(failure) == .end)
  }

  @Test func `a busy dragd is asked three times in all`() {
    var renewal = Renewal()
    for _ in 1...2 {
      #expect(renewal.failed(.busy) == .ask)
      #expect(renewal.failed(.busy) == .ask)
      renewal.accepted(as: Self.first, by: ":1.1")
      #expect(renewal.succeeded() == .keep)
      #expect(renewal.brokerAppeared(":1.2") == true)
    }
    #expect(renewal.failed(.busy) == .ask)
    #expect(renewal.failed(.busy) == .ask)
    #expect(renewal.failed(.busy) == .end)
  }

  @Test func `what is ended during a request is withdrawn`() {
    var renewal = kept()
    #expect(renewal.brokerAppeared(":1.2") == true)
    renewal.stop()
    #expect(renewal.brokerAppeared(":1.3") == false)
    renewal.accepted(as: Self.second, by: ":1.2")
    #expect(renewal.succeeded() == .withdraw(Self.second))

    renewal = kept()
    #expect(renewal.brokerAppeared(":1.2") == true)
    renewal.stop()
    #expect(renewal.failed(.refusal) == .wait)
  }
}
