import DBus
import DragConnection
import DragModel
import DragProtocol
import DragSystem
import Harness
import Testing

/// Programs that call dragclip too often.
@Suite struct CallerTests {
  static let text = "text/plain;charset=utf-8"

  @Test func `a caller with many waiting calls is refused, and another is not`() throws {
    try ClipboardSession.run(.x11) { session in
      // dragclip waits two seconds for the hint, which the owner never answers, and Current waits for dragclip.
      _ = try session.copies(["x-kde-passwordManagerHint!", "\(Self.text)=two words"])
      let loop = try EventLoop()
      let caller = BrokerConnection(try Connection.open(address: session.bus.address))
      caller.attach(to: loop)
      var (answered, refused) = (0, 0)
      for _ in 0..<200 {
        caller.perform(try .currentClipboard(CurrentCall()), timeout: 20_000) { result in
          answered += 1
          if case .failure(let error) = result, error.code == .broker(.busy) { refused += 1 }
        }
      }
      try eventually("some calls are refused") {
        loop.turn(timeout: 20)
        return refused > 0
      }
      #expect(try session.current().targets.contains(Self.text))
      try eventually("every call is answered, not \(answered)") {
        loop.turn(timeout: 20)
        return answered == 200
      }
      #expect((1...136).contains(refused))
      caller.bus.close()
    }
  }
}
