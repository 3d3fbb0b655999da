internal import DBus
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem

/// The portal with which programs in sandboxes open files that are dragged to them (xdg-desktop-portal,
/// `org.freedesktop.portal.FileTransfer`).
final class ShelfPortal {
  /// The type whose content is the key of a transfer.
  static let type = "application/vnd.portal.filetransfer"
  private static let name = "org.freedesktop.portal.Documents"
  private static let path = "/org/freedesktop/portal/documents"
  private static let interface = "org.freedesktop.portal.FileTransfer"
  private static let timeout = 10_000
  /// Files of one call: buses limit the descriptors of a message.
  private static let filesPerCall = 16

  private let connection: BrokerConnection
  /// Whether the portal runs, or the bus can start it.
  private(set) var isThere = false

  init(_ connection: BrokerConnection) {
    self.connection = connection
    for member in ["ListActivatableNames", "ListNames"] {
      guard
        let call = try? Message.call(
          to: Connection.busName, path: "/org/freedesktop/DBus", interface: Connection.busName,
          member: member)
      else { continue }
      connection.bus.call(call, timeout: Self.timeout) { [weak self] result in
        guard case .success(let reply) = result else { return }
        var reader = reply.read()
        if ((try? reader.strings()) ?? []).contains(Self.name) { self?.isThere = true }
      }
    }
  }

  /// Registers files for the program onto which they are dropped.
  ///
  /// - Returns: the key.
  func register(_ files: [SharedDescriptor]) async throws -> String {
    let start = try Self.call("StartTransfer")
    try start.write { writer throws(BusError) in
      try writer.appendDictionary { _ throws(BusError) in }
    }
    let reply = try await perform(start)
    var reader = reply.read()
    let key = try reader.string()
    for first in stride(from: 0, to: files.count, by: Self.filesPerCall) {
      let part = files[first..<min(first + Self.filesPerCall, files.count)]
      let add = try Self.call("AddFiles")
      try add.write { writer throws(BusError) in
        try writer.append(key)
        try writer.appendArray(of: "h") { array throws(BusError) in
          for file in part { try array.append(descriptor: file.descriptor) }
        }
        try writer.appendDictionary { _ throws(BusError) in }
      }
      _ = try await perform(add)
    }
    return key
  }

  private static func call(_ member: String) throws(BusError) -> Message {
    try Message.call(to: name, path: path, interface: interface, member: member)
  }

  private func perform(_ call: Message) async throws -> Message {
    let result = await withCheckedContinuation { continuation in
      _ = connection.bus.call(call, timeout: Self.timeout) {
        continuation.resume(returning: Reply($0))
      }
    }
    return try result.value.get()
  }

  private struct Reply {
    let value: Result<Message, BusError>

    init(_ value: Result<Message, BusError>) {
      self.value = value
    }
  }
}
