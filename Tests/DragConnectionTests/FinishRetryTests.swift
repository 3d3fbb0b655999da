import DragModel
import Testing

@testable import DragConnection

@Suite struct FinishRetryTests {
  @Test func `a busy Finish is called again for two seconds`() {
    let retry = FinishRetry(at: 5_000_000)
    #expect(retry.pause(after: .broker(.busy), at: 5_000_000) == 2)
    #expect(retry.pause(after: .broker(.busy), at: 6_999_999) == 2)
    #expect(retry.pause(after: .broker(.busy), at: 7_000_000) == nil)
  }

  @Test(arguments: [
    RequestError.Code.broker(.truncated), .broker(.noSuchTransfer), .noReply, .disconnected, .other,
  ])
  func `any other failure is final`(_ code: RequestError.Code) {
    #expect(FinishRetry(at: 0).pause(after: code, at: 1) == nil)
  }

  @Test(arguments: [
    (RequestError.Code.noReply, true), (.noBroker, true), (.noSessionBus, false),
    (.disconnected, false), (.broker(.quotaExceeded), false), (.deniedByBus, false),
  ])
  func `publishing again waits for the next dragd only when this one has ended`(
    _ code: RequestError.Code, _ waits: Bool
  ) {
    #expect(RequestError(code, "").brokerHasEnded == waits)
  }
}
