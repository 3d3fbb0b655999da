import DragClient
import Foundation
import Harness

/// A client whose loop a test can stop: meanwhile it sees and sends nothing.
final class HeldClient: Sendable {
  let client: DragClient
  private let isHeld: Box<Bool>
  private let hasWork: Box<Bool>
  private let isOver: Box<Bool>

  private init(_ client: DragClient, _ isHeld: Box<Bool>, _ hasWork: Box<Bool>, _ isOver: Box<Bool>)
  {
    self.client = client
    self.isHeld = isHeld
    self.hasWork = hasWork
    self.isOver = isOver
  }

  deinit { isOver.update { $0 = true } }

  static func connect(to address: String) async throws -> HeldClient {
    let (isHeld, hasWork, isOver) = (Box(false), Box(false), Box(false))
    let client: DragClient = try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        do throws(DragError) {
          let polled = try PolledDragClient(to: .address(address))
          continuation.resume(returning: polled.client)
          while !isOver.value {
            var request = pollfd(fd: polled.descriptor, events: Int16(POLLIN), revents: 0)
            // Now and then it looks whether the test is over.
            let isReady = poll(&request, 1, 20) > 0
            if isReady, !isHeld.value {
              polled.process()
            } else if isReady {
              hasWork.update { $0 = true }
              poll(nil, 0, 5)
            }
          }
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
    return HeldClient(client, isHeld, hasWork, isOver)
  }

  func hold() {
    isHeld.update { $0 = true }
    hasWork.update { $0 = false }
  }

  /// Waits until something for the client has arrived that it does not see yet.
  func waitForWork() async throws {
    try await eventually("something has arrived") { hasWork.value }
  }

  func release() { isHeld.update { $0 = false } }
}
