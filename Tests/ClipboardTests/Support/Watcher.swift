import DBus
import DragConnection
import DragModel
import DragProtocol
import DragSystem
import Harness

/// A client that follows the clipboard.
final class Watcher {
  private let loop: EventLoop
  private let connection: BrokerConnection
  private(set) var heard: [ClipboardChanged] = []
  /// The number of HistoryChanged signals.
  private(set) var historyChanges = 0

  init(_ bus: PrivateBus, watches: Bool = true) throws {
    loop = try EventLoop()
    connection = BrokerConnection(try Connection.open(address: bus.address))
    connection.attach(to: loop)
    try connection.followClipboard { [unowned self] event in
      switch event {
      case .changed(let change): heard.append(change)
      case .historyChanged: historyChanges += 1
      case .came, .left: break
      }
    }
    if watches { try connection.perform(.watchClipboard(), timeout: 20_000) }
  }

  /// Waits until the history has changed that often.
  func hearOfHistory(times: Int) throws {
    try eventually("the history has changed \(times) times, not \(historyChanges)") {
      loop.turn(timeout: 20)
      return historyChanges >= times
    }
  }

  /// The signals up to that change, or up to a later one.
  func hear(until serial: UInt64) throws -> [ClipboardChanged] {
    try eventually("the last change is told") {
      loop.turn(timeout: 20)
      return heard.last.map { $0.serial >= serial } ?? false
    }
    return heard
  }
}
