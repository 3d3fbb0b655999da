import DBus
import Glibc
import Harness
import Testing

/// Writing what is left, with a limit.
@Suite struct FlushTests {
  @Test(arguments: PrivateBus.Kind.allCases)
  func aBusThatTakesNothingDoesNotHoldUpTheEnd(bus: PrivateBus.Kind) throws {
    try Party.run(bus) { party in
      let connection = try party.connect()
      #expect(connection.flush(within: 0))
      kill(party.bus.processIdentifier, SIGSTOP)
      defer { kill(party.bus.processIdentifier, SIGCONT) }
      // More than a socket holds.
      for _ in 0..<16 {
        let message = try Message.signal(
          path: "/a", interface: "org.example.Interface", member: "Signal")
        try message.write { writer throws(BusError) in
          try writer.append(String(repeating: "x", count: 1 << 20))
        }
        connection.send(message)
      }
      #expect(!connection.flush(within: 50))
      kill(party.bus.processIdentifier, SIGCONT)
      #expect(connection.flush(within: 60_000))
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func anErrorThatAnswersACallOfWhichOnlyTheAddressIsLeftSaysTheSame(
    bus: PrivateBus.Kind
  ) throws {
    try Party.run(bus) { party in
      let (caller, service) = (try party.connect(), try party.connect())
      service.onMessage = { [unowned service] message in
        guard message.kind == .call, let sender = message.sender else { return }
        let address = message.replyAddress(to: sender)
        service.send(
          address.errorReply("not a name", "a\0b" + String(repeating: "ü", count: 70_000)))
      }
      let call = try Message.call(
        to: service.uniqueName, path: "/a", interface: nil, member: "Any")
      guard case .failure(let error) = try party.answer(to: call, from: caller) else {
        Issue.record("no error")
        return
      }
      #expect(error.name == BusError.Name.failed)
      #expect(error.message.hasPrefix("a\u{FFFD}bü"))
      #expect(error.message.utf8.count < 66_000)
    }
  }
}
