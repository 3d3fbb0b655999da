import CLinux
import DragClient
import Foundation
import Harness
import Testing

/// A client that a main loop of the program's own turns, as GLib's would.
@Suite struct PolledTests {
  /// A thread that polls, and nothing else.
  private func onLoop(_ world: World) async throws -> (client: DragClient, stop: Box<Bool>) {
    let address = world.bus.address
    let stop = Box(false)
    let client: DragClient = try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        do throws(DragError) {
          let polled = try PolledDragClient(to: .address(address))
          continuation.resume(returning: polled.client)
          while !stop.value {
            var request = pollfd(fd: polled.descriptor, events: Int16(POLLIN), revents: 0)
            // Now and then it looks whether the test is over.
            if poll(&request, 1, 100) > 0 { polled.process() }
          }
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
    return (client, stop)
  }

  @Test func itDoesAllThatAClientDoes() async throws {
    try await World.run { world in
      let (source, stopSource) = try await onLoop(world)
      let (destination, stopDestination) = try await onLoop(world)
      defer {
        stopSource.update { $0 = true }
        stopDestination.update { $0 = true }
      }
      let offering = try await source.offer([
        ItemProvider(text: "held"),
        ItemProvider(lazy: "a/b") { writer in
          for _ in 0..<20 { try await writer.write([UInt8](repeating: 1, count: 1 << 20)) }
        },
      ])
      let items = try await destination.offered(at: offering.path).items()
      #expect(try await items[0].value(as: String.self) == "held")
      #expect(try await items[1].bytes().count == 20 << 20)
      var count = 0
      for try await chunk in items[1].chunks() { count += chunk.count }
      #expect(count == 20 << 20)
    }
  }

  @Test func itsEndIsTheClientsEnd() async throws {
    try await World.run { world in
      let (client, stop) = try await onLoop(world)
      _ = try await client.offer([ItemProvider(text: "x")])
      stop.update { $0 = true }
      try await eventually("the client has ended") {
        do throws(DragError) {
          _ = try await client.find()
          return false
        } catch {
          return error.code == .disconnected
        }
      }
    }
  }
}
