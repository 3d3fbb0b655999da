import DisplaySelections
import DragModel
import DragSystem
import Harness
import Testing
import WaylandSelections

/// Several seats: each has selections of its own.
@Suite struct SeatTests {
  @Test func eachSeatHasItsOwnSelections() throws {
    try Fixture.run { fixture in
      let running = try RunningCompositor.stub(fixture, "--seats", "left,right")
      let client = try WaylandClient(running)
      let other = try WaylandClient(running, besides: client)
      #expect(client.display.seats.map(\.name) == ["left", "right"])
      let right = client.display.seats[1]
      var events: [SelectionEvent] = []
      right.onEvent = { events.append($0) }
      try client.own([("text/x-left", [1])])
      #expect(client.turn { events.count == 2 })
      other.display.seats[1].own(.clipboard, targets: ["text/x-right"])
      try #require(client.turn { events.count == 3 })
      #expect(
        events[2]
          == .changed(.clipboard, OwnedSelection(targets: ["text/x-right"], isOwn: false)))
      #expect(client.owner()?.targets == ["text/x-left"])
      // One closes, the other goes on.
      right.close()
      #expect(client.display.seats.map(\.name) == ["left"])
      #expect(try client.read("text/x-left") == (.handedOver, [1]))
    }
  }

  @Test func aSeatThatIsRemovedIsGoneAndOneThatComesIsTold() throws {
    try Fixture.run { fixture in
      let running = try RunningCompositor.stub(fixture, "--seats", "left,right")
      let client = try WaylandClient(running)
      var come: [WaylandSeat] = []
      client.display.onSeat = { come.append($0) }
      try running.tell("remove left")
      try #require(client.turn { client.gone != nil })
      #expect(client.gone == "the compositor has removed left")
      #expect(client.display.seats.map(\.name) == ["right"])
      try running.tell("add third")
      try #require(client.turn { come.count == 1 })
      #expect(come[0].name == "third")
      var events: [SelectionEvent] = []
      come[0].onEvent = { events.append($0) }
      #expect(client.turn { events == [.changed(.clipboard, nil), .changed(.primary, nil)] })
      come[0].own(.clipboard, targets: ["text/x-third"])
      #expect(
        client.turn {
          events.last
            == .changed(.clipboard, OwnedSelection(targets: ["text/x-third"], isOwn: true))
        })
    }
  }
}
