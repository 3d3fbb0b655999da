internal import CWayland
internal import DisplaySelections
package import DragSystem

/// A Wayland compositor that lets programs without a window see and own selections: through ext-data-control-v1 or
/// else wlr-data-control-unstable-v1.
///
/// Its user retains it as long as one of the seats.
package final class WaylandDisplay {
  /// A seat whose objects have been requested.
  private struct Binding {
    let number: UInt32
    let seat: WaylandSeat
  }

  /// Far more seats than a desktop has.
  private static let mostSeats = 64

  let connection: WaylandConnection
  private let path: String
  private let loop: EventLoop
  private let pool: WorkerPool
  private var globals = Globals()
  private var registry: Proxy?
  private var manager: Proxy?
  private var dataControl: DataControl?
  private var bindings: [Binding] = []
  private var isConnected = false

  /// The seats in the compositor's order. Most compositors have one.
  package var seats: [WaylandSeat] { bindings.map(\.seat) }

  /// The name of the interface of the compositor's manager.
  package var protocolName: String { dataControl?.managerName ?? "" }

  /// Gets, on the loop, each seat that the compositor adds later.
  package var onSeat: ((WaylandSeat) -> Void)?

  /// Connects, and waits at most `milliseconds` for the compositor. No later call waits for it.
  ///
  /// `name`: the socket, in the form of WAYLAND_DISPLAY; nil means that variable's. Workers of `pool` write into the
  /// pipes of programs that paste.
  package init(
    named name: String? = nil, loop: EventLoop, pool: WorkerPool, within milliseconds: Int = 5_000
  ) throws(WaylandError) {
    path = try Self.path(of: name)
    connection = try Self.connection(to: path, within: milliseconds)
    self.loop = loop
    self.pool = pool
    do throws(WaylandError) {
      let handshake = try Handshake(connection, path: path, milliseconds)
      try connect(handshake, path: path)
      handshake.end()
      do throws(SystemError) { try connection.attach(to: loop) } catch { throw .system(error) }
    } catch {
      connection.close()
      throw error
    }
    connection.onEnd = { [weak self] in self?.end($0) }
    isConnected = true
  }

  deinit {
    close()
  }

  /// Disconnects from the compositor and closes every seat.
  package func close() {
    for binding in bindings {
      binding.seat.onClose = nil
      binding.seat.close()
    }
    bindings = []
    connection.close()
  }

  /// Whether the compositor answers a new connection within so many milliseconds.
  package func answersAnew(within milliseconds: Int) -> Bool {
    do throws(WaylandError) {
      let connection = try Self.connection(to: path, within: milliseconds)
      defer { connection.close() }
      try Handshake(connection, path: path, milliseconds).sync()
      return true
    } catch {
      return false
    }
  }

  private static func connection(
    to path: String, within milliseconds: Int
  ) throws(WaylandError) -> WaylandConnection {
    try mapError { () throws(SystemError) in
      try WaylandConnection(
        socket: LocalSocket.connect(to: Array(path.utf8), within: milliseconds))
    } to: {
      WaylandError.cannotConnect(path: path, $0)
    }
  }

  private static func path(of name: String?) throws(WaylandError) -> String {
    let variable = Environment["WAYLAND_DISPLAY"].map { String(decoding: $0, as: UTF8.self) }
    guard let name = name ?? variable, !name.isEmpty else { throw .noName }
    if name.hasPrefix("/") { return name }
    let folder = Environment["XDG_RUNTIME_DIR"].map { String(decoding: $0, as: UTF8.self) }
    guard let folder, !folder.isEmpty else { throw .noRuntimeFolder(name: name) }
    return "\(folder)/\(name)"
  }

  // MARK: Connecting

  private func connect(_ handshake: Handshake, path: String) throws(WaylandError) {
    connection.registry { [unowned self] registry, opcode, arguments in
      self.registry = registry
      globalsChanged(opcode, arguments)
    }
    try handshake.sync()
    guard let registry, let found = globals.manager,
      let dataControl = DataControl(managerName: found.interface, version: found.version)
    else { throw .noDataControl(path: path) }
    guard !globals.seats.isEmpty else { throw .noSeat(path: path) }
    self.dataControl = dataControl
    connection.request(DataControl.bindCost) { [unowned self] in
      manager = connection.adopt(dataControl.bindManager(found.number, of: registry))
    }
    try handshake.sync()
    for seat in globals.seats { bind(seat) }
    // The names of the seats and the present owners arrive before the answer.
    try handshake.sync()
  }

  private func globalsChanged(_ opcode: UInt32, _ arguments: Proxy.Arguments) {
    switch opcode {
    case UInt32(wayland_registry_global):
      guard let interface = arguments[1].s else { return }
      let seat = globals.add(
        number: arguments[0].u, interface: String(cString: interface), version: arguments[2].u)
      if let seat, isConnected { bindLater(seat) }
    case UInt32(wayland_registry_global_remove):
      let number = arguments[0].u
      globals.remove(number)
      if let seat = remove(where: { $0.number == number }) {
        seat.end("the compositor has removed \(seat.name)")
      }
    default: break
    }
  }

  private func bindLater(_ global: Globals.Global) {
    bind(global)
    connection.sync { [weak self] in
      guard let self else { return }
      guard let seat = bindings.first(where: { $0.number == global.number })?.seat else { return }
      onSeat?(seat)
    }
  }

  private func bind(_ global: Globals.Global) {
    guard let registry, let manager, let dataControl, bindings.count < Self.mostSeats else {
      return
    }
    let cost = RequestCost.string("wl_seat").plus(words: 3 + 4)
    connection.request(cost) { [weak self] in
      guard let self else { return }
      // Version 2 has the name, version 5 the request that releases the seat.
      let version = min(global.version, 5)
      let table = wayland_seat_table()
      guard
        let seat = connection.adopt(
          wayland_bind(registry.pointer, global.number, table, version)),
        let device = connection.adopt(dataControl.device(of: seat, manager: manager))
      else { return }
      let binding = WaylandSeat(
        number: global.number, seat: seat, device: device, manager: manager, protocol: dataControl,
        connection: connection, loop: loop, pool: pool)
      binding.onClose = { [weak self] in self?.seatClosed(global.number) }
      bindings.append(Binding(number: global.number, seat: binding))
    }
  }

  // MARK: Ending

  private func end(_ reason: String) {
    let ended = bindings
    bindings = []
    for binding in ended {
      binding.seat.onClose = nil
      binding.seat.end(reason)
    }
  }

  private func seatClosed(_ number: UInt32) {
    _ = remove { $0.number == number }
    if bindings.isEmpty { connection.close() }
  }

  private func remove(where isWanted: (Binding) -> Bool) -> WaylandSeat? {
    guard let index = bindings.firstIndex(where: isWanted) else { return nil }
    return bindings.remove(at: index).seat
  }
}
