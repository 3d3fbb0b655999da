/// Sets the event masks of other clients' windows. This program's own windows keep the mask that they were made with.
final class WatchedWindows {
  private let connection: XConnection
  private var interest = WindowInterest()
  private var own: Set<Window> = []

  init(_ connection: XConnection) {
    self.connection = connection
  }

  func addOwn(_ window: Window) {
    own.insert(window)
  }

  func isOwn(_ window: Window) -> Bool { own.contains(window) }

  func watch(_ role: WindowInterest.Role, _ window: Window) {
    guard !own.contains(window), let mask = interest.add(role, window) else { return }
    connection.selectEvents(mask, of: window)
  }

  func unwatch(_ role: WindowInterest.Role, _ window: Window) {
    guard !own.contains(window), let mask = interest.remove(role, window) else { return }
    connection.selectEvents(mask, of: window)
  }

  func forget(_ window: Window) {
    interest.forget(window)
  }
}
