internal import DBus

/// The one answer to a call; a second one is not sent.
final class Answer {
  private var call: Message?
  private weak var bus: Connection?

  init(to call: Message, on bus: Connection) {
    self.call = call
    self.bus = bus
  }

  func reply() {
    guard let call else { return }
    send(call.reply())
  }

  func reply(_ make: (Message) throws(BusError) -> Message) {
    guard let call else { return }
    do throws(BusError) {
      send(try make(call))
    } catch {
      send(call.errorReply(error))
    }
  }

  func fail(_ error: BusError) {
    guard let call else { return }
    send(call.errorReply(error))
  }

  private func send(_ message: Message) {
    if call?.expectsReply == true { bus?.send(message) }
    call = nil
  }
}
