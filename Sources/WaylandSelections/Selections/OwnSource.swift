internal import CWayland
internal import DisplaySelections
internal import DragSystem

/// What is owned here: the object by which programs ask for a type.
final class OwnSource {
  enum Event {
    /// A program pastes; the descriptor is what it reads from the other end.
    case send(type: String, DescriptorBox)
    /// Another source has taken its place. The object is destroyed then.
    case cancelled
  }

  /// Names as they were sent.
  let targets: [String]
  private let connection: WaylandConnection
  /// What of the announcement waits to be sent.
  private let group = RequestGroup()
  private var proxy: Proxy?
  private var isSet = false

  /// Owns the selection as soon as the compositor has been told everything.
  init(
    _ targets: [String], of selection: SelectionName, device: Proxy, manager: Proxy,
    protocol dataControl: DataControl, on connection: WaylandConnection,
    onEvent: @escaping (OwnSource, Event) -> Void
  ) {
    self.targets = targets
    self.connection = connection
    connection.request(.words(1), in: group) { [self] in
      proxy = connection.adopt(dataControl.createSource(manager: manager))
      // The connection keeps the object, and by that this; a compositor always tells its end.
      proxy?.onEvent = { [self] opcode, arguments in
        guard let event = event(opcode, arguments) else { return }
        onEvent(self, event)
      }
    }
    for target in targets {
      connection.request(.string(target), in: group) { [self] in
        guard let proxy else { return }
        target.withCString { data_control_offer(proxy.pointer, $0) }
      }
    }
    connection.request(.words(1), in: group) { [self] in
      guard let proxy else { return }
      data_control_set(device.pointer, DataControl.setRequest(for: selection), proxy.pointer)
      isSet = true
    }
  }

  /// Another source of ours is to take its place. One that is set stays until the compositor has cancelled it, for
  /// programs may be about to ask it; one that is not set yet never will be.
  func replace() {
    connection.withdraw(group)
    if !isSet { destroy() }
  }

  /// Ends it; nobody owns the selection if it was still this one.
  func destroy() {
    connection.withdraw(group)
    guard let proxy else { return }
    self.proxy = nil
    connection.destroy(proxy, by: data_control_source_destroy)
  }

  private func event(_ opcode: UInt32, _ arguments: Proxy.Arguments) -> Event? {
    switch opcode {
    case UInt32(data_control_source_send):
      let box = DescriptorBox(OwnedFileDescriptor(adopting: arguments[1].h))
      return .send(type: String(cString: arguments[0].s), box)
    case UInt32(data_control_source_cancelled):
      destroy()
      return .cancelled
    default: return nil
    }
  }
}
