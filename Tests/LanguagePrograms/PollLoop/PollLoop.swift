// PollLoop: copies the newest text on offer to standard output, in a loop of its own with poll(2).
import DragClient
import Glibc

@main @MainActor struct PollLoop {
  static var status: Int32?

  static func main() throws {
    let polled = try PolledDragClient()
    Task {
      do {
        let item = try await polled.client.find(["text/plain"]).firstItem(["text/plain"])
        print(try await item.load(as: String.self))
        status = 0
      } catch {
        print(error)
        status = 1
      }
    }
    var descriptors = [polled.descriptor, MainActorQueue.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    while status == nil {
      poll(&descriptors, nfds_t(descriptors.count), -1)
      polled.process()
      MainActorQueue.process()
    }
    exit(status ?? 1)
  }
}
