import DBus
import Harness
import Testing

/// What a peer has been asked and has not answered is counted for as long as the bus remembers it.
@Suite(.serialized)
struct UnansweredTests {
  @Test(arguments: PrivateBus.Kind.allCases)
  func aCancelledCallIsUnansweredUntilItsReplyComes(_ kind: PrivateBus.Kind) throws {
    try Party.run(kind) { party in
      let service = try party.connect()
      var held: [Message] = []
      service.onMessage = { if $0.hasMember("Hang") { held.append($0) } }
      let other = try party.service()
      let client = try party.connect()
      var completed = 0
      for _ in 0..<3 {
        client.call(try call(service, "Hang"), timeout: nil) { _ in completed += 1 }.cancel()
      }
      client.call(try call(service, "Hang"), timeout: nil) { _ in completed += 1 }
      try party.turn { held.count == 4 }
      #expect(client.hasUnanswered(4, by: service.uniqueName))
      #expect(!client.hasUnanswered(5, by: service.uniqueName))
      #expect(!client.hasUnanswered(1, by: other.uniqueName))

      for message in held { service.send(message.reply()) }
      try party.turn { completed == 1 }
      #expect(!client.hasUnanswered(1, by: service.uniqueName))
      _ = try party.answer(to: call(other, "Echo", "after"), from: client)
      #expect(completed == 1, "of the cancelled ones nobody is told")
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func aPeerThatLeavesOwesNothingAnyMore(_ kind: PrivateBus.Kind) throws {
    try Party.run(kind) { party in
      let client = try party.connect()
      var service: Connection? = try party.connect()
      var asked = 0
      service?.onMessage = { if $0.hasMember("Hang") { asked += 1 } }
      let name = try #require(service).uniqueName
      for _ in 0..<3 {
        client.call(try call(#require(service), "Hang"), timeout: nil) { _ in }.cancel()
      }
      try party.turn { asked == 3 }
      #expect(client.hasUnanswered(3, by: name))
      service = nil
      try party.turn { !client.hasUnanswered(1, by: name) }
    }
  }
}
