internal import DBus
internal import DragModel
package import DragProtocol

/// What a source says to a question of dragd's, now or later.
package final class PendingReply {
  private let answer: Answer
  private let given: () -> Void

  /// - Parameter given: is called when it has been sent.
  init(_ answer: Answer, given: @escaping () -> Void) {
    self.answer = answer
    self.given = given
  }

  /// Yes, or why not.
  package func give(_ refusal: Refusal?) {
    if let refusal {
      answer.fail(BusError(name: ErrorCode.sourceFailed.errorName, message: refusal.message))
    } else {
      answer.reply()
    }
    given()
  }
}

/// What a target would do, said now or later; dragd waits two seconds.
package final class ProposalAnswer {
  private let answer: Answer

  init(_ answer: Answer) {
    self.answer = answer
  }

  package func give(_ reply: ProposalReply) {
    answer.reply { call throws(BusError) in try reply.reply(to: call) }
  }
}
