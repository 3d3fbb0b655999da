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

  init(_ bus: PrivateBus, watches: Bool = true) throws {
    loop = try EventLoop()
    connection = BrokerConnection(try Connection.open(address: bus.address))
    connection.attach(to: loop)
    try connection.followClipboard { [unowned self] event in
      if case .changed(let change) = event { heard.append(change) }
    }
    if watches { try connection.perform(.watchClipboard(), timeout: 20_000) }
  }

  /// Everything that was told up to a change, or to one after it.
  func hear(until serial: UInt64) throws -> [ClipboardChanged] {
    try eventually("the last change is told") {
      loop.turn(timeout: 20)
      return heard.last.map { $0.serial >= serial } ?? false
    }
    return heard
  }
}
