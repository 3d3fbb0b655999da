import DragClient
import Foundation
import Harness
import Testing

/// The end of a client whose bus takes nothing.
@Suite struct ClosingTests {
  /// More than a socket holds.
  private func offerMuch(_ client: DragClient) -> Task<DragError?, Never> {
    Task {
      let items = (0..<32).map { _ in ItemProvider(text: String(repeating: "x", count: 60_000)) }
      do throws(DragError) {
        _ = try await client.offer(items)
        return nil
      } catch {
        return error
      }
    }
  }

  /// The bytes that this process has written to another one's sockets, and that one has not read.
  private func unread(by process: pid_t) -> Int {
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return numbers.compactMap { Int32($0) }.reduce(0) { sum, number in
      // A `ucred`, unix(7): process, user and group.
      var peer: [Int32] = [0, 0, 0]
      var size = socklen_t(12)
      var count: Int32 = 0
      guard getsockopt(number, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0, peer[0] == process,
        ioctl(number, UInt(TIOCOUTQ), &count) == 0
      else { return sum }
      return sum + Int(count)
    }
  }

  @Test func aBusThatTakesNothingKeepsNobodyWaiting() async throws {
    try await World.run { world in
      let client = try await world.client()
      kill(world.bus.processIdentifier, SIGSTOP)
      defer { kill(world.bus.processIdentifier, SIGCONT) }
      let offering = offerMuch(client)
      try await eventually("the socket is full") {
        unread(by: world.bus.processIdentifier) > 100_000
      }
      let error = Box<DragError?>(nil)
      let waiting = Task {
        let answer = await offering.value
        error.update { $0 = answer }
      }
      client.close()
      try await eventually("the offer has failed") { error.value != nil }
      #expect(error.value?.code == .disconnected)
      await waiting.value
    }
  }
}
