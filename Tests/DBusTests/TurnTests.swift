import DBus
import Foundation
import Harness
import Testing

/// A connection that serves its peers in turn, on a bus.
@Suite struct TurnTests {
  private static func rules(
    queued: Int = 1 << 20, unread: Int = 1 << 20, unwritten: Int = 1 << 20
  ) -> TurnRules {
    TurnRules(
      queuedBytesPerSender: queued, queuedBytes: 4 * queued, unwrittenBytes: unwritten,
      unreadBytesPerPeer: unread, unreadBytes: 64 * unread, readTimeout: 600_000_000,
      mayBeLong: { $0.hasMember("Long") }, outlivesSender: { $0.hasMember("Keep") },
      refusal: { BusError(name: "org.example.Error.Refused", message: $0) })
  }

  /// A connection that is not attached yet, so that calls pile up before it.
  private static func send(
    _ member: String, _ texts: some Sequence<String>, from sender: Connection,
    to service: Connection
  ) throws {
    for text in texts {
      let call = try Message.call(
        to: service.uniqueName, path: "/a", interface: "org.example.Interface", member: member)
      try call.write { writer throws(BusError) in try writer.append(text) }
      sender.send(call)
    }
    sender.flush()
    try roundTrip(sender)
  }

  private static func waitUntilGone(_ name: String, _ other: Connection) throws {
    var isThere = true
    while isThere {
      let question = try Message.call(
        to: Connection.busName, path: "/org/freedesktop/DBus", interface: Connection.busName,
        member: "NameHasOwner")
      try question.write { writer throws(BusError) in try writer.append(name) }
      var reader = try other.callAndWait(question, timeout: 20_000).read()
      isThere = try reader.bool()
    }
  }

  /// Takes the time of a call: a millisecond, in which the bus hands over much more.
  private static func work() {
    usleep(1_000)
  }

  private static func text(_ message: Message) -> String {
    var reader = message.read()
    return (try? reader.string()) ?? ""
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func eachSendersCallsComeInTheirOrderAndALateOneWaitsForNoFlood(
    bus: PrivateBus.Kind
  ) throws {
    try Party.run(bus) { party in
      let service = try Connection.open(address: party.bus.address)
      let (many, one) = (
        try Connection.open(address: party.bus.address),
        try Connection.open(address: party.bus.address)
      )
      try Self.send("Echo", (0..<1_000).map(String.init), from: many, to: service)
      try Self.send("Echo", ["one"], from: one, to: service)
      service.attach(to: party.loop)
      service.serveInTurns(Self.rules(queued: 16 << 20))
      var seen: [String] = []
      service.onMessage = { message in
        guard message.kind == .call else { return }
        seen.append(Self.text(message))
        Self.work()
      }
      try party.turn { seen.count == 1_001 }
      #expect(seen.filter { $0 != "one" } == (0..<1_000).map(String.init))
      let place = try #require(seen.firstIndex(of: "one"))
      #expect(place < 500, "\(place)")
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func aShortCallBehindAFloodOfLongOnesIsReadBeforeMostOfThemAreServed(
    bus: PrivateBus.Kind
  ) throws {
    try Party.run(bus) { party in
      let service = try Connection.open(address: party.bus.address)
      let (many, one) = (
        try Connection.open(address: party.bus.address),
        try Connection.open(address: party.bus.address)
      )
      let long = String(repeating: "x", count: 32 << 10)
      try Self.send("Echo", (0..<256).map { "\($0)\(long)" }, from: many, to: service)
      try Self.send("Echo", ["one"], from: one, to: service)
      service.attach(to: party.loop)
      service.serveInTurns(Self.rules(queued: 16 << 20))
      var seen: [String] = []
      service.onMessage = { message in
        guard message.kind == .call else { return }
        seen.append(Self.text(message))
        for _ in 0..<4 { Self.work() }
      }
      try party.turn { seen.contains("one") }
      // In the order of their arrival it would come last, behind 256 calls. How many precede it depends on the speed of
      // the bus too.
      #expect(seen.count < 128, "\(seen.count)")
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func aCallThatIsServedInStepsDelaysItsSendersOtherCallsOnly(bus: PrivateBus.Kind) throws {
    try Party.run(bus) { party in
      let service = try Connection.open(address: party.bus.address)
      let (slow, other) = (
        try Connection.open(address: party.bus.address),
        try Connection.open(address: party.bus.address)
      )
      try Self.send("Steps", ["slow"], from: slow, to: service)
      try Self.send("Echo", ["after"], from: slow, to: service)
      try Self.send("Echo", ["other"], from: other, to: service)
      service.attach(to: party.loop)
      service.serveInTurns(Self.rules())
      var seen: [String] = []
      service.onMessage = { message in
        guard message.kind == .call, let sender = message.sender else { return }
        let text = Self.text(message)
        guard message.hasMember("Steps") else { return seen.append(text) }
        var left = 100
        service.serve(
          inSteps: {
            Self.work()
            left -= 1
            if left == 0 { seen.append(text) }
            return left == 0
          }, from: sender)
      }
      try party.turn { seen.count == 3 }
      #expect(seen == ["other", "slow", "after"])
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func aCallThatIsServedInStepsEndsWhenItsSenderLeaves(bus: PrivateBus.Kind) throws {
    try Party.run(bus) { party in
      let service = try Connection.open(address: party.bus.address)
      try service.addMatchAndWait(
        "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg2=''")
      let leaving = try Connection.open(address: party.bus.address)
      try Self.send("Steps", ["slow"], from: leaving, to: service)
      try Self.send("Keep", ["kept"], from: leaving, to: service)
      let name = leaving.uniqueName
      service.attach(to: party.loop)
      service.serveInTurns(Self.rules())
      var (seen, steps) = ([String](), 0)
      service.onMessage = { message in
        if message.hasMember("NameOwnerChanged"), Self.text(message) == name { seen.append("left") }
        guard message.kind == .call, let sender = message.sender else { return }
        guard message.hasMember("Steps") else { return seen.append(Self.text(message)) }
        service.serve(
          inSteps: {
            Self.work()
            steps += 1
            if steps == 3 { leaving.close() }
            return false
          }, from: sender)
      }
      try party.turn { seen.contains("left") }
      #expect(seen == ["kept", "left"])
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func ofCallsThatWaitWhenTheirSenderLeavesThoseThatOutliveItArePerformed(
    bus: PrivateBus.Kind
  ) throws {
    try Party.run(bus) { party in
      let service = try Connection.open(address: party.bus.address)
      try service.addMatchAndWait(
        "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg2=''")
      let leaving = try Connection.open(address: party.bus.address)
      for number in 0..<20 {
        try Self.send(
          "Drop", (0..<50).map { "\(number) \($0)" }, from: leaving, to: service)
        try Self.send("Keep", ["\(number)"], from: leaving, to: service)
      }
      let name = leaving.uniqueName
      leaving.close()
      service.attach(to: party.loop)
      service.serveInTurns(Self.rules())
      var (kept, dropped, hasLeft) = ([String](), 0, false)
      service.onMessage = { message in
        if message.hasMember("Keep") { kept.append(Self.text(message)) }
        if message.hasMember("Drop") {
          dropped += 1
          Self.work()
        }
        if message.hasMember("NameOwnerChanged"), Self.text(message) == name { hasLeft = true }
        if hasLeft { #expect(message.kind == .signal) }
      }
      try party.turn { hasLeft }
      #expect(kept == (0..<20).map(String.init))
      #expect(dropped < 1_000)
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func theLastCallsOfAPeerThatHasLeftKeepNobodyWaiting(bus: PrivateBus.Kind) throws {
    try Party.run(bus) { party in
      let service = try Connection.open(address: party.bus.address)
      try service.addMatchAndWait(
        "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg2=''")
      let leaving = try Connection.open(address: party.bus.address)
      try Self.send("Keep", (0..<1_000).map(String.init), from: leaving, to: service)
      let name = leaving.uniqueName
      leaving.close()
      let other = try Connection.open(address: party.bus.address)
      try Self.waitUntilGone(name, other)
      try Self.send("Keep", ["one"], from: other, to: service)
      service.attach(to: party.loop)
      service.serveInTurns(Self.rules())
      var (seen, hasLeft) = ([String](), false)
      service.onMessage = { message in
        if message.hasMember("Keep") {
          seen.append(Self.text(message))
          Self.work()
        }
        if message.hasMember("NameOwnerChanged"), Self.text(message) == name { hasLeft = true }
        if hasLeft { #expect(message.kind == .signal || Self.text(message) == "one") }
      }
      try party.turn { hasLeft && seen.count == 1_001 }
      #expect(seen.filter { $0 != "one" } == (0..<1_000).map(String.init))
      let place = try #require(seen.firstIndex(of: "one"))
      #expect(place < 500, "\(place)")
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func theErrorsOfCallsThatAPeerHasLeftUnansweredKeepNobodyWaiting(
    bus: PrivateBus.Kind
  ) throws {
    try Party.run(bus) { party in
      let service = try party.connect()
      service.serveInTurns(Self.rules())
      let silent = try Connection.open(address: party.bus.address)
      var (order, isServed) = ([String](), false)
      for number in 0..<1_000 {
        let call = try Message.call(
          to: silent.uniqueName, path: "/a", interface: nil, member: "Any")
        service.call(call, timeout: nil) { _ in
          order.append("\(number)")
          Self.work()
        }
      }
      service.onMessage = { message in
        guard message.hasMember("Keep") else { return }
        order.append("one")
        isServed = true
      }
      service.flush()
      try roundTrip(try Connection.open(address: party.bus.address))
      let name = silent.uniqueName
      silent.close()
      let other = try Connection.open(address: party.bus.address)
      try Self.waitUntilGone(name, other)
      try Self.send("Keep", ["one"], from: other, to: service)
      try party.turn { isServed && order.count == 1_001 }
      #expect(Set(order).count == 1_001)
      let place = try #require(order.firstIndex(of: "one"))
      #expect(place < 500, "\(place)")
    }
  }

  @Test func callsThatWaitForTheBusAreServedThoughAnotherMessageHasWrittenEverything() throws {
    try Party.run(.dbusDaemon) { party in
      let service = try Connection.open(address: party.bus.address)
      let caller = try Connection.open(address: party.bus.address)
      try Self.send("Echo", (0..<10).map(String.init), from: caller, to: service)
      kill(party.bus.processIdentifier, SIGSTOP)
      defer { kill(party.bus.processIdentifier, SIGCONT) }
      service.attach(to: party.loop)
      service.serveInTurns(Self.rules(unwritten: 1))
      var served = 0
      service.onMessage = { message in served += message.hasMember("Echo") ? 1 : 0 }
      // The bus takes nothing, so calls have to wait.
      let long = try Message.signal(
        path: "/a", interface: "org.example.Interface", member: "Long", to: caller.uniqueName)
      try long.write { writer throws(BusError) in
        try writer.append(String(repeating: "x", count: 1 << 20))
      }
      while !service.isBehind { service.send(try long.copy(for: caller.uniqueName)) }
      try party.turn { service.hasWaitingCalls }
      #expect(served == 0)
      kill(party.bus.processIdentifier, SIGCONT)
      // Each message is written at once if the socket has room: the loop sees none of that. The bus reads more between
      // two of them than one has.
      let other = try Connection.open(address: party.bus.address)
      while service.isBehind {
        try roundTrip(other)
        service.send(
          try Message.signal(
            path: "/a", interface: "org.example.Interface", member: "Short",
            to: caller.uniqueName))
      }
      try party.turn { served == 10 }
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func callsPastTheQueuesLimitAreRefusedInTheirOrder(bus: PrivateBus.Kind) throws {
    try Party.run(bus) { party in
      let service = try party.connect()
      service.serveInTurns(Self.rules(queued: 64 << 10))
      let caller = try party.connect()
      var answers: [Int: String] = [:]
      var order: [Int] = []
      service.onMessage = { [unowned service] message in
        guard message.kind == .call else { return }
        service.send(message.reply())
      }
      for number in 0..<1_000 {
        let call = try Message.call(
          to: service.uniqueName, path: "/a", interface: nil, member: "Any")
        caller.call(call, timeout: nil) { result in
          order.append(number)
          answers[number] = result.error?.name ?? "done"
        }
      }
      caller.flush()
      try roundTrip(try Connection.open(address: party.bus.address))
      try party.turn { answers.count == 1_000 }
      #expect(order == Array(0..<1_000))
      #expect(answers[0] == "done")
      #expect(Set(answers.values).isSubset(of: ["done", "org.example.Error.Refused"]))
      #expect(!service.hasWaitingCalls)
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func aPeerThatReadsNothingGetsNoLongAnswerUntilItAnswersAPing(
    bus: PrivateBus.Kind
  ) throws {
    try Party.run(bus) { party in
      let service = try party.connect()
      service.serveInTurns(Self.rules())
      let deaf = try Connection.open(address: party.bus.address)
      var served = 0
      service.onMessage = { [unowned service] message in
        guard message.kind == .call else { return }
        served += 1
        let reply = message.reply()
        let text = String(repeating: "x", count: message.hasMember("Long") ? 200_000 : 10)
        #expect(throws: Never.self) {
          try reply.write { writer throws(BusError) in try writer.append(text) }
        }
        service.send(reply)
      }
      // Sent at once, so that the service cannot take it for a peer that waits for each answer.
      for _ in 0..<50 {
        deaf.send(
          try Message.call(to: service.uniqueName, path: "/a", interface: nil, member: "Long"))
      }
      deaf.flush()
      try party.turn { service.restriction(of: deaf.uniqueName) >= .shortReplies }
      #expect(service.hasWaitingCalls)
      #expect(served < 12)
      // Another is served meanwhile.
      let honest = try party.connect()
      let call = try Message.call(
        to: service.uniqueName, path: "/a", interface: nil, member: "Long")
      #expect(try party.answer(to: call, from: honest).error == nil)
      #expect(served < 13)
      // It reads, and so answers.
      deaf.attach(to: party.loop)
      try party.turn { served == 51 }
      #expect(!service.hasWaitingCalls)
    }
  }
}
