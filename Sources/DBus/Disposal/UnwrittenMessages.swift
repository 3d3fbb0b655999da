internal import CDBus

/// Keeps messages with descriptors until libdbus has written them, so that libdbus never has the last reference.
struct UnwrittenMessages {
  private var messages: [Message] = []
  private var descriptors = 0

  var isEmpty: Bool { messages.isEmpty }

  mutating func append(_ message: Message) {
    messages.append(message)
    descriptors += message.descriptorCount
  }

  /// Releases the messages that are written, given how many descriptors still wait: libdbus writes in order.
  mutating func releaseWritten(descriptorsWaiting waiting: Int) {
    var written = 0
    while written < messages.count, descriptors > waiting {
      descriptors -= messages[written].descriptorCount
      written += 1
    }
    messages.removeFirst(written)
  }

  mutating func removeAll() {
    messages = []
    descriptors = 0
  }
}

extension Connection {
  /// Has the connection's workers drop a message that is about to be sent.
  func setDisposer(of message: Message) {
    if message.disposer == nil { message.disposer = attachment?.disposer }
  }

  func keepUntilWritten(_ message: Message) {
    guard attachment != nil, message.carriesDescriptors else { return }
    unwritten.append(message)
    releaseWritten()
  }

  func releaseWritten() {
    guard !unwritten.isEmpty else { return }
    unwritten.releaseWritten(
      descriptorsWaiting: Int(dbus_connection_get_outgoing_unix_fds(pointer)))
  }
}
