/// A real session bus for one test, in a folder of its own.
///
///     let bus = try PrivateBus(.dbusBroker)
///     defer { bus.close() }
///
/// `Fixture.bus(_:)` closes it at the right time by itself.
package final class PrivateBus {
  /// The two implementations that every integration test runs against.
  package enum Kind: String, CaseIterable, Sendable {
    case dbusDaemon = "dbus-daemon"
    case dbusBroker = "dbus-broker"
  }

  /// A name for which the bus starts a program.
  package struct Service: Sendable {
    package var name: String
    package var command: [String]

    package init(_ name: String, _ command: [String]) {
      self.name = name
      self.command = command
    }
  }

  package let kind: Kind
  /// The value of DBUS_SESSION_BUS_ADDRESS.
  package let address: String
  private let folder: TemporaryFolder
  private let implementation: any BusImplementation

  /// Starts a bus and returns when it takes connections. Programs that the bus starts get
  /// `environment` laid over the test's own, and the bus's address.
  package init(
    _ kind: Kind, services: [Service] = [], environment: [String: String] = [:]
  ) throws {
    self.kind = kind
    folder = try TemporaryFolder("bus")
    address = "unix:path=\(folder.path)/bus"
    let environment = environment.merging(["DBUS_SESSION_BUS_ADDRESS": address]) { $1 }
    do {
      implementation =
        switch kind {
        case .dbusDaemon:
          try DBusDaemon(folder: folder, services: services, environment: environment)
        case .dbusBroker:
          try DBusBroker(folder: folder, services: services, environment: environment)
        }
    } catch {
      folder.remove()
      throw error
    }
  }

  deinit { close() }

  /// The process of the bus.
  package var processIdentifier: Int32 { implementation.program.processIdentifier }

  /// Ends the bus and removes its folder. Further calls do nothing.
  package func close() {
    implementation.close()
    folder.remove()
  }
}

protocol BusImplementation {
  var program: Program { get }
  func close()
}
