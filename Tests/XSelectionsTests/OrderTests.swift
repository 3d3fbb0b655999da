import DragSystem
import Foundation
import Harness
import Testing

@testable import XSelections

@Suite struct OrderTests {
  /// Regression: a deletion that the server reported right after a reply was handled before it, and a paste that had
  /// failed was not ended, because the reply said that the requestor had not taken the chunk yet.
  @Test func `events and replies are handled in the order in which the server sent them`() throws {
    try Fixture.run { fixture in
      let server = try XServer(fixture, size: (320, 240))
      let loop = try EventLoop()
      let connection = try XConnection(ServerHandshake.connect(to: server.display).get(), on: loop)
      let window = connection.makeWindow()
      let property = connection.server.atoms[.time]
      var seen: [String] = []
      connection.onEvent = { event in
        if case .propertyChanged(_, _, let isDeleted, _) = event {
          seen.append(isDeleted ? "deleted" : "changed")
        }
      }
      func read() {
        connection.readProperty(property, of: window, upTo: 0) { part in
          seen.append(part?.type == 0 ? "nothing" : "something")
        }
      }
      var expected: [String] = []
      for round in 0..<50 {
        // So that all answers come at once.
        server.process.send(SIGSTOP)
        connection.touchProperty(property, of: window)
        read()
        connection.deleteProperty(property, of: window)
        read()
        read()
        connection.touchProperty(property, of: window)
        connection.deleteProperty(property, of: window)
        expected += ["changed", "something", "deleted", "nothing", "nothing", "changed", "deleted"]
        loop.turn(timeout: 0)
        server.process.send(SIGCONT)
        try eventually("the server has answered \(round)") {
          loop.turn(timeout: 50)
          return seen.count >= expected.count
        }
      }
      #expect(seen == expected)
    }
  }
}
