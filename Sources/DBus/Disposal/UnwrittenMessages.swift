internal import CDBus

/// Keeps messages with descriptors until libdbus has written them, so that libdbus's reference is not the last one.
struct UnwrittenMessages {
  private var messages: [Message] = []
  private var descriptors = 0

  var isEmpty: Bool { messages.isEmpty }

  mutating func append(_ message: Message) {
    messages.append(message)
    descriptors += message.descriptorCount
  }

  /// Lets go of those that must have been written when so many descriptors wait: libdbus writes in order.
  mutating func keep(descriptors waiting: Int) {
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
  /// From here on the message goes the connection's way out.
  func prepare(_ message: Message) {
    if message.disposer == nil { message.disposer = attachment?.disposer }
  }

  func keepUntilWritten(_ message: Message) {
    guard attachment != nil, message.carriesDescriptors else { return }
    unwritten.append(message)
    releaseWritten()
  }

  func releaseWritten() {
    guard !unwritten.isEmpty else { return }
    unwritten.keep(descriptors: Int(dbus_connection_get_outgoing_unix_fds(pointer)))
  }
}
