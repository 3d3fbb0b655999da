internal import DBus
package import DragModel
package import DragProtocol

/// A drop is to be performed: the owner of the target accepts the offer, stores it, finishes, and then
/// answers.
package final class PerformRequest {
  package let call: TargetPerformCall
  private let answer: Answer

  init(_ call: TargetPerformCall, _ answer: Answer) {
    self.call = call
    self.answer = answer
  }

  /// It is done. The dropper is told what dragd saw arrive.
  package func succeed() {
    answer.reply { call throws(BusError) in try TargetPerformCall.reply(to: call) }
  }

  /// It cannot be done; the dropper gets the error as it is.
  package func fail(_ code: ErrorCode, _ message: String) {
    answer.fail(BusError(Rejection(code, message)))
  }
}
