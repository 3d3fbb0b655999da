internal import CWayland
internal import DisplaySelections
internal import DragModel
internal import DragSystem

/// A data source of this program, through which other programs request its types.
final class OwnSource {
  enum Event {
    /// A program pastes; the descriptor is the write end of the pipe that it reads.
    case send(type: String, DescriptorBox)
    /// Another source replaces this one, which has destroyed its object.
    case cancelled
  }

  /// The names as sent.
  let targets: [String]
  private let connection: WaylandConnection
  private let lane: Lane
  private let pool: WorkerPool
  /// The requests of the announcement that wait to be sent.
  private let group = RequestGroup()
  private var proxy: Proxy?
  private var isSet = false

  /// Owns the selection as soon as the compositor has handled the requests.
  init(
    _ targets: [String], of selection: ClipboardSelection, device: Proxy, manager: Proxy,
    protocol dataControl: DataControl, on connection: WaylandConnection, lane: Lane,
    pool: WorkerPool,
    onEvent: @escaping (OwnSource, Event) -> Void
  ) {
    self.targets = targets
    self.connection = connection
    self.lane = lane
    self.pool = pool
    connection.request(.words(1), in: group) { [self] in
      proxy = connection.adopt(dataControl.createSource(manager: manager))
      // The connection retains the object, and so this source, until the compositor cancels it.
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

  /// Another source of this program replaces it. A source that is set stays until the compositor cancels it, since
  /// programs may be about to request its types; one that is not set yet never will be.
  func replace() {
    connection.withdraw(group)
    if !isSet { destroy() }
  }

  /// Destroys the source; the selection is empty if this source was set.
  func destroy() {
    connection.withdraw(group)
    guard let proxy else { return }
    self.proxy = nil
    connection.destroy(proxy, by: data_control_source_destroy)
  }

  private func event(_ opcode: UInt32, _ arguments: Proxy.Arguments) -> Event? {
    switch opcode {
    case UInt32(data_control_source_send):
      let box = DescriptorBox(
        OwnedFileDescriptor(adopting: arguments[1].h), lane: lane, pool: pool)
      return .send(type: String(cString: arguments[0].s), box)
    case UInt32(data_control_source_cancelled):
      destroy()
      return .cancelled
    default: return nil
    }
  }
}
