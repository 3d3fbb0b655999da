import DBus
import DragSystem
import Foundation
import Harness
import Testing

/// Calls on a loop.
@Suite(.serialized)
struct CallTests {
  @Test(arguments: PrivateBus.Kind.allCases)
  func aCallGetsItsReply(_ kind: PrivateBus.Kind) throws {
    try Party.run(kind) { party in
      let service = try party.service()
      let client = try party.connect()
      let result = try party.answer(to: call(service, "Echo", "Grüße"), from: client)
      #expect(try result.string() == "Grüße")
      let reply = try result.get()
      #expect(reply.kind == .reply)
      #expect(reply.sender == service.uniqueName)
      #expect(reply.hasSender(service.uniqueName))
      #expect(!reply.hasSender(client.uniqueName))
      #expect(reply.replySerial != 0)
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func theServiceSeesEveryFieldOfTheHeader(_ kind: PrivateBus.Kind) throws {
    try Party.run(kind) { party in
      let service = try party.connect()
      let client = try party.connect()
      var seen: Message?
      service.onMessage = { if $0.hasMember("Look") { seen = $0 } }
      let serial = client.send(try call(service, "Look", "x"))
      try party.turn { seen != nil }
      let message = try #require(seen)
      #expect(message.kind == .call)
      #expect(message.serial == serial)
      #expect(message.sender == client.uniqueName)
      #expect(message.destination == service.uniqueName)
      #expect(message.path == "/org/example")
      #expect(message.interface == "org.example.Echo1")
      #expect(message.member == "Look")
      #expect(message.signature == "s")
      #expect(message.expectsReply)
      #expect(!message.carriesDescriptors)
      #expect(message.hasPath("/org/example") && !message.hasPath("/org"))
      #expect(
        message.hasInterface("org.example.Echo1") && !message.hasInterface("org.example.Echo"))
    }
  }

  /// dbus-daemon with a session's policy passes it on; it would have failed another program's transfer.
  @Test(arguments: PrivateBus.Kind.allCases)
  func aReplyOfAProgramThatWasNotCalledIsDropped(_ kind: PrivateBus.Kind) throws {
    try Party.run(kind) { party in
      let (service, client, forger) = try (party.connect(), party.connect(), party.service())
      var seen: Message?
      service.onMessage = { if $0.hasMember("Look") { seen = $0 } }
      var result: Result<Message, BusError>?
      client.call(try call(service, "Look", "x"), timeout: nil) { result = $0 }
      try party.turn { seen != nil }
      let message = try #require(seen)
      let address = message.replyAddress(to: client.uniqueName)
      forger.send(address.errorReply("org.example.Error.Forged", "a lie"))
      // The bus has passed on what the forger sent before this call.
      _ = try party.answer(to: call(forger, "Echo", "now"), from: forger)
      service.send(message.reply())
      try party.turn { result != nil }
      #expect(try #require(result).get().hasSender(service.uniqueName))
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func aBlockingCallTakesNoForgedReply(_ kind: PrivateBus.Kind) throws {
    try Fixture.run { fixture in
      let bus = try fixture.bus(kind)
      let service = try ServiceThread(address: bus.address)
      defer { service.close() }
      let client = try Connection.open(address: bus.address)
      let forger = try Connection.open(address: bus.address)
      let question = try Message.call(to: service.name, path: "/", interface: nil, member: "Hang")
      var isForged = false
      let error = #expect(throws: BusError.self) {
        try client.callAndWait(question, timeout: 20) {
          forge(Array(1...1_000) + [question.serial], for: client, from: forger)
          isForged = (try? roundTrip(forger)) != nil
        }
      }
      #expect(isForged && error?.name == BusError.Name.noReply)
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func anErrorReplyArrivesAsAnError(_ kind: PrivateBus.Kind) throws {
    try Party.run(kind) { party in
      let service = try party.service()
      let client = try party.connect()
      let result = try party.answer(to: call(service, "Fail"), from: client)
      #expect(
        result.error == BusError(name: "org.example.Error.Wanted", message: "as wanted"))
      let mismatch = try party.answer(to: call(service, "Echo"), from: client)
      #expect(
        mismatch.error
          == BusError(
            name: BusError.Name.invalidArgs,
            message: "argument 1: expected string (s), found nothing more"))
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func anErrorReplySaysWhateverItIsGiven(_ kind: PrivateBus.Kind) throws {
    try Party.run(kind) { party in
      let service = try party.connect()
      service.onMessage = { [unowned service] message in
        guard message.kind == .call else { return }
        service.send(
          message.errorReply("not a name", "a\0b" + String(repeating: "ü", count: 70_000)))
      }
      let client = try party.connect()
      let error = try party.answer(to: call(service, "Any"), from: client).error
      #expect(error?.name == BusError.Name.failed)
      #expect(error?.message.hasPrefix("a\u{FFFD}bü") == true)
      #expect(error.map { $0.message.utf8.count < 70_000 } == true)
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func aCallWithoutAnswerEndsWithNoReplyAndItsLateReplyIsDropped(
    _ kind: PrivateBus.Kind
  ) throws {
    try Party.run(kind) { party in
      let service = try party.connect()
      var held: Message?
      service.onMessage = { if $0.hasMember("Hang") { held = $0 } }
      let client = try party.connect()
      var results: [Result<Message, BusError>] = []
      let began = ContinuousClock.now
      client.call(try call(service, "Hang"), timeout: 30) { results.append($0) }
      try party.turn { !results.isEmpty && held != nil }
      #expect(ContinuousClock.now - began >= .milliseconds(30))
      #expect(results.first?.error?.name == BusError.Name.noReply)
      service.send(try #require(held).reply())
      service.onMessage = { [unowned service] in echo($0, on: service) }
      // The late reply comes before this one.
      _ = try party.answer(to: call(service, "Echo", "later"), from: client)
      #expect(results.count == 1)
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func aReplyThatArrivesDuringABlockingCallIsNotTooLate(_ kind: PrivateBus.Kind) throws {
    try Party.run(kind) { party in
      let service = try ServiceThread(address: party.bus.address)
      defer { service.close() }
      let client = try party.connect()
      var result: Result<Message, BusError>?
      client.call(try call(to: service.name, "Echo", "early"), timeout: 50) { result = $0 }
      let deadline = party.loop.now + 50_000
      // The service answers in order.
      _ = try client.callAndWait(call(to: service.name, "Echo", "late"), timeout: 20_000)
      while party.loop.now <= deadline { usleep(1_000) }
      try party.turn { result != nil }
      #expect(try result?.string() == "early")
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func aCancelledCallIsNeverCompleted(_ kind: PrivateBus.Kind) throws {
    try Party.run(kind) { party in
      let service = try party.service()
      let client = try party.connect()
      var calls = 0
      let reply = client.call(try call(service, "Echo", "x"), timeout: 10) { _ in calls += 1 }
      reply.cancel()
      _ = try party.answer(to: call(service, "Echo", "after"), from: client)
      var isLater = false
      party.loop.after(microseconds: 20_000) { isLater = true }
      try party.turn { isLater }
      #expect(calls == 0)
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func aPeerThatLeavesAnswersNoReplyAtOnce(_ kind: PrivateBus.Kind) throws {
    try Party.run(kind) { party in
      let client = try party.connect()
      var service: Connection? = try party.connect()
      var isCalled = false
      service?.onMessage = { if $0.hasMember("Hang") { isCalled = true } }
      var result: Result<Message, BusError>?
      client.call(try call(#require(service), "Hang"), timeout: nil) { result = $0 }
      try party.turn { isCalled }
      service = nil
      try party.turn { result != nil }
      #expect(result?.error?.name == BusError.Name.noReply)
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func aNameWithoutOwnerIsAnError(_ kind: PrivateBus.Kind) throws {
    try Party.run(kind) { party in
      let client = try party.connect()
      let message = try Message.call(
        to: "org.example.Nobody", path: "/", interface: nil, member: "M")
      let result = try party.answer(to: message, from: client)
      #expect(result.error?.name == BusError.Name.serviceUnknown)
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func tenThousandPipelinedCallsAreAllAnsweredInOrder(_ kind: PrivateBus.Kind) throws {
    try Party.run(kind) { party in
      let service = try party.service()
      let client = try party.connect()
      var answers: [Int] = []
      for number in 0..<10_000 {
        client.call(try call(service, "Echo", "\(number)"), timeout: 60_000) { result in
          answers.append((try? result.string()).flatMap { Int($0) } ?? -1)
        }
      }
      try party.turn { answers.count == 10_000 }
      #expect(answers == Array(0..<10_000))
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func handlersMaySendCallAndBlock(_ kind: PrivateBus.Kind) throws {
    try Party.run(kind) { party in
      let helper = try ServiceThread(address: party.bus.address)
      defer { helper.close() }
      let relay = try party.connect()
      relay.onMessage = { [unowned relay] message in
        guard message.hasMember("Relay") else { return }
        do {
          let inner = try Message.call(
            to: helper.name, path: "/", interface: nil, member: "Echo")
          try inner.write { writer throws(BusError) in try writer.append("blocked") }
          var first = try relay.callAndWait(inner, timeout: 20_000).read()
          let text = try first.string()
          let second = try Message.call(
            to: helper.name, path: "/", interface: nil, member: "Echo")
          try second.write { writer throws(BusError) in try writer.append(text + ", called") }
          relay.call(second, timeout: 20_000) { result in
            let reply = message.reply()
            try? reply.write { writer throws(BusError) in
              try writer.append((try? result.string()) ?? "failed")
            }
            relay.send(reply)
          }
        } catch {
          Issue.record(error)
        }
      }
      let client = try party.connect()
      // Three at once: the second and third arrive while the first handler blocks.
      var answers: [String] = []
      for _ in 0..<3 {
        client.call(try call(relay, "Relay"), timeout: nil) {
          answers.append((try? $0.string()) ?? "failed")
        }
      }
      try party.turn { answers.count == 3 }
      #expect(answers == Array(repeating: "blocked, called", count: 3))
    }
  }

  @Test func aFloodOfMessagesLeavesTheLoopToOthers() throws {
    try Party.run(.dbusDaemon) { party in
      let service = try party.connect()
      let client = try party.connect()
      var received = 0
      var mostInOneTurn = 0
      var inThisTurn = 0
      service.onMessage = { message in
        guard message.kind == .call else { return }
        received += 1
        inThisTurn += 1
      }
      // They pile up in the queue while the connection blocks.
      for _ in 0..<500 { client.send(try call(service, "Note")) }
      client.flush()
      try roundTrip(service)
      try party.turn {
        mostInOneTurn = max(mostInOneTurn, inThisTurn)
        inThisTurn = 0
        return received == 500
      }
      #expect(mostInOneTurn <= 128, "\(mostInOneTurn) messages in one turn")
    }
  }
}
