import DBus
import Harness
import Testing

/// A program that only ever makes blocking calls.
@Suite struct BlockingProgramTests {
  @Test(arguments: PrivateBus.Kind.allCases)
  func aProgramThatOnlyEverBlocksAnswersAPingAllTheSame(
    bus: PrivateBus.Kind
  ) throws {
    try Party.run(bus) { party in
      let (blocking, asking) = (
        try Connection.open(address: party.bus.address), try party.connect()
      )
      var answered = false
      asking.call(
        try Message.call(
          to: blocking.uniqueName, path: "/", interface: "org.freedesktop.DBus.Peer",
          member: "Ping"), timeout: nil
      ) { answered = $0.error == nil }
      asking.flush()
      let signal = try Message.signal(
        path: "/a", interface: "org.example.Interface", member: "Later", to: blocking.uniqueName)
      asking.send(signal)
      asking.flush()
      try roundTrip(asking)
      // The Ping stands before the reply in its socket.
      try roundTrip(blocking)
      blocking.flush()
      try party.turn { answered }
      // Nothing else that came is lost.
      var heard: [String] = []
      blocking.onMessage = { message in
        if let member = message.member { heard.append(member) }
      }
      blocking.attach(to: party.loop)
      try party.turn { heard.contains("Later") }
    }
  }
}
