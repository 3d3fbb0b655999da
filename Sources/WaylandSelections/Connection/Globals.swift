/// The seats and data-control managers that the compositor announces.
struct Globals {
  struct Global: Equatable {
    var number: UInt32
    var interface: String
    var version: UInt32
  }

  private(set) var seats: [Global] = []
  private var managers: [Global] = []

  /// The best manager of those announced.
  var manager: Global? {
    DataControl.managerNames.lazy.compactMap { name in
      managers.first { $0.interface == name }
    }.first
  }

  /// Returns the global if it is a seat.
  mutating func add(number: UInt32, interface: String, version: UInt32) -> Global? {
    let global = Global(number: number, interface: interface, version: version)
    if interface == "wl_seat" {
      seats.append(global)
      return global
    }
    if DataControl.managerNames.contains(interface) { managers.append(global) }
    return nil
  }

  mutating func remove(_ number: UInt32) {
    seats.removeAll { $0.number == number }
    managers.removeAll { $0.number == number }
  }
}
