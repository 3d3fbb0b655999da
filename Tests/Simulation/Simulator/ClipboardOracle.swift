internal import DragProtocol
internal import MessageBus
internal import Simulation

/// What the clipboard must have: what came last, in the order in which dragclip and the display were asked.
final class ClipboardOracle {
  private enum Last {
    case copied, cleared
    /// By a program of the display.
    case taken([UInt8])
    case gone
  }

  private struct Call: Hashable {
    let caller: String
    let serial: UInt32
  }

  private var last: Last?
  private var lastCall: Call?
  private var hasSucceeded = false
  private var isAnswered = false
  /// The process that has copied last.
  private(set) var copier: String?

  /// Whether what that process has copied is there still.
  var isCopied: Bool {
    if case .copied = last { return hasSucceeded }
    return false
  }

  func taken(_ bytes: [UInt8]?) {
    // Of what happens at the same time either is the last.
    guard lastCall == nil || isAnswered else {
      last = nil
      return
    }
    last = bytes.map { .taken($0) } ?? .gone
    lastCall = nil
  }

  /// A message is delivered.
  /// - Parameter program: the process that has sent it.
  func see(_ message: WireMessage, to receiver: String, from program: () -> String?) {
    switch message.kind {
    case .call:
      guard message.interface == BusName.clipboard, message.path != nil else { return }
      switch message.member {
      case "Copy":
        last = .copied
        copier = program()
      case "Clear": last = .cleared
      default: return
      }
      lastCall = Call(caller: message.sender ?? "", serial: message.serial)
      hasSucceeded = false
      isAnswered = false
    case .reply, .error:
      guard lastCall == Call(caller: receiver, serial: message.replySerial ?? 0) else { return }
      isAnswered = true
      hasSucceeded = message.kind == .reply
    case .signal: break
    }
  }

  /// In a run in which nothing was disturbed.
  func check(_ server: DisplayServer, _ known: Knowledge) {
    switch last {
    case .taken(let bytes) where server.owner?.bytes != bytes:
      known.violate("the clipboard does not have what a program copied last")
    case .copied where hasSucceeded && (server.owner == nil || server.owner?.bytes != nil):
      known.violate("the clipboard does not have what dragctl copied last")
    case .cleared where hasSucceeded && server.owner != nil:
      known.violate("the clipboard has something, though it was cleared last")
    default: break
    }
  }
}
