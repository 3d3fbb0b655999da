import DisplaySelections
import DragModel
import DragSystem
import Foundation
import Harness
import Testing

@testable import WaylandSelections

/// What other programs can make a client keep and do.
@Suite struct BoundTests {
  @Test(arguments: Compositor.here)
  func twoHundredTypesAreKeptInOrder(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let client = try WaylandClient(running)
      let other = try WaylandClient(running, besides: client)
      let types = (0..<200).map { "application/x-type-\($0);parameter=value" }
      other.contents = [types[150]: [15]]
      other.seat.own(.clipboard, targets: types)
      try #require(client.turn { client.owner() != nil })
      #expect(client.owner()?.targets == types)
      #expect(try client.read(types[150]) == (.handedOver, [15]))
    }
  }

  @Test(arguments: Compositor.here)
  func listsAndNamesHaveALimit(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let client = try WaylandClient(running)
      let other = try WaylandClient(running, besides: client)
      let tooLong = "text/" + String(repeating: "l", count: 251)
      let longest = "text/" + String(repeating: "l", count: 250)
      let many = (0..<2_000).map { "text/x-\($0)" }
      // What would end the connection is not sent: a name of 5,000 bytes.
      let unsendable = "text/" + String(repeating: "u", count: 5_000)
      other.seat.own(.clipboard, targets: [unsendable, tooLong, "", "a\0b", longest] + many)
      try #require(client.turn { client.owner() != nil })
      #expect(client.owner()?.targets == [longest] + many.prefix(1_022))
      #expect(client.turn { other.owner()?.isOwn == true })
      #expect(other.gone == nil)
    }
  }

  @Test(arguments: Compositor.here)
  func aThousandCopiesLeaveNothingBehind(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let client = try WaylandClient(running)
      let other = try WaylandClient(running, besides: client)
      for round in 0..<2 {
        for number in 0..<1_000 {
          let name = "text/x-\(round)-\(number)"
          other.forgetEvents()
          other.seat.own(.clipboard, targets: ["text/plain", name])
          other.seat.own(.primary, targets: [name])
          try #require(
            other.turn { other.owner()?.isOwn == true && other.owner(of: .primary)?.isOwn == true })
        }
        let last = "text/x-\(round)-999"
        try #require(
          client.turn {
            client.owner()?.targets.last == last && client.owner(of: .primary)?.targets == [last]
              && other.owner(of: .primary)?.targets == [last]
          })
        // Registry, manager, seat, device, and an offer for each selection; the owner has two sources too.
        #expect(client.turn { client.display.connection.objectCount == 6 })
        #expect(other.turn { other.display.connection.objectCount == 8 })
      }
      // One change for the clipboard without an owner, and one for each owner.
      #expect(client.changes.count == 2_001)
    }
  }

  @Test(arguments: Extent.part(of: Compositor.here) { $0 == Compositor.here.first })
  func withNothingToDoItSleeps(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let client = try WaylandClient(running)
      try client.own([("text/x-one", [1])])
      _ = try client.read("text/x-one")
      // Each time-out of an ended read fires once and does nothing.
      let clock = ContinuousClock()
      var isQuiet = false
      for _ in 0..<30 where !isQuiet {
        let start = clock.now
        client.loop.turn(timeout: 2_000)
        isQuiet = clock.now - start >= .milliseconds(1_990)
      }
      #expect(isQuiet)
      let start = clock.now
      client.loop.turn(timeout: 1_000)
      #expect(clock.now - start >= .milliseconds(990))
    }
  }

  @Test func theOldestRequestsMakeRoom() throws {
    try Fixture.run { fixture in
      let running = try Compositor.ext.start(fixture)
      let client = try WaylandClient(running)
      let other = try WaylandClient(running, besides: client)
      try client.own([("text/x-one", [1])])
      client.contents = [:]
      try #require(client.turn { other.owner() != nil })
      var readings: [WaylandClient.Reading] = []
      for _ in 0..<3 {
        let some = try (0..<50).map { _ in try other.startRead("text/x-one") }
        readings += some
        try #require(client.turn { some.allSatisfy { $0.end != nil } })
      }
      try #require(client.turn { readings.count(where: \.hasEnded) == 22 })
      let areOldest = readings.prefix(22).allSatisfy(\.hasEnded)
      #expect(areOldest)
      #expect(client.requests.count == 150)
      for id in client.requests.suffix(128) { client.answer(id, with: [1]) }
      #expect(client.turn { readings.allSatisfy(\.hasEnded) })
      #expect(client.turn { client.answerEnds.count == 128 })
    }
  }
}
