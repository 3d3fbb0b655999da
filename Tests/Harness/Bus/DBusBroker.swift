internal import CLinux

/// dbus-broker(1) without its launcher, which needs a service manager: the test itself is the
/// controller (interface org.bus1.DBus.Broker, as version 33 has it).
final class DBusBroker: BusImplementation {
  let program: Program
  private let controller: BrokerController

  init(
    folder: TemporaryFolder, services: [PrivateBus.Service], environment: [String: String]
  ) throws {
    let listener = try listen(at: folder.path("bus"))
    defer { CLinux.close(listener) }
    var pair: [Int32] = [-1, -1]
    try checked(
      "socketpair",
      socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pair))
    defer { CLinux.close(pair[1]) }
    controller = BrokerController(socket: pair[0])
    program = try Program(
      "dbus-broker",
      [
        "--controller", "3", "--machine-id", "0123456789abcdef0123456789abcdef",
        "--max-bytes", "1000000000", "--max-fds", "250000000",
        "--max-matches", "1000000", "--max-objects", "1000000",
      ], environment: environment, descriptors: [pair[1]])
    do {
      try controller.authenticate()
      for (index, service) in services.enumerated() {
        try controller.addName(service.name, path: "/org/bus1/DBus/Name/\(index)")
      }
      try controller.addListener(listener)
      if !services.isEmpty { controller.startServices(services, environment: environment) }
    } catch {
      let printed = try? program.wait(within: .milliseconds(200)).error
      close()
      throw HarnessFailure("dbus-broker: \(error); it printed: \(printed ?? "")")
    }
  }

  func close() {
    controller.close()
    program.close()
  }
}

/// A socket that takes connections, for the broker to accept them.
private func listen(at path: String) throws(HarnessFailure) -> Int32 {
  let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
  let descriptor = try checked("socket", socket(AF_UNIX, type, 0))
  do {
    try bindSocket(descriptor, to: path)
  } catch {
    close(descriptor)
    throw error
  }
  try checked("listen", CLinux.listen(descriptor, 4096))
  return descriptor
}
