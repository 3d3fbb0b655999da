internal import CLinux

/// A stand-in for a service manager's file descriptor store (sd_notify(3), “FDSTORE=1”): keeps the descriptors that a
/// program sends, and passes all of them to the next program that it starts.
package final class DescriptorStore: Sendable {
  fileprivate struct State: Sendable {
    var held: [(name: String, descriptor: Int32)] = []
    var messages: [String] = []
    var isOpen = true
  }

  private let state = Monitor(State())
  private let socket: Int32
  private let stop: Int32
  private let address: String

  /// Listens on a socket in the folder.
  package init(in folder: TemporaryFolder) throws {
    address = folder.path("notify")
    let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
    socket = try checked("socket", CLinux.socket(AF_UNIX, type, 0))
    stop = try checked("eventfd", eventfd(0, Int32(EFD_CLOEXEC)))
    try bindSocket(socket, to: address)
    receive()
  }

  deinit { close() }

  /// The names of the held descriptors, oldest first.
  package var names: [String] { state.update { $0.held.map(\.name) } }

  /// Every message so far, such as “READY=1”.
  package var messages: [String] { state.update { $0.messages } }

  /// Waits until the store holds `count` descriptors.
  package func waitUntilHolding(_ count: Int, within limit: Duration = Timeout.usual) throws {
    guard state.wait(within: limit, until: { $0.held.count == count ? true : nil }) != nil else {
      throw HarnessFailure("the store holds \(names) instead of \(count) descriptors")
    }
  }

  /// Waits until the store has received everything that was sent so far. A real manager receives it before it notices
  /// the service's end.
  package func settle() throws {
    let marker = "SETTLED=\(UInt64.random(in: 0 ... .max))"
    try sendDatagram(marker, to: address)
    guard
      state.wait(within: Timeout.usual, until: { $0.messages.contains(marker) ? true : nil }) != nil
    else { throw HarnessFailure("the store does not read") }
  }

  /// Adds a descriptor that no program has sent.
  package func hold(_ descriptor: Int32, as name: String) {
    state.update { $0.held.append((name, dup(descriptor))) }
  }

  /// Closes the descriptors with such names, as if a full store had not accepted them.
  package func lose(where isLost: (String) -> Bool) {
    state.update { state in
      for (name, descriptor) in state.held where isLost(name) { CLinux.close(descriptor) }
      state.held.removeAll { isLost($0.name) }
    }
  }

  /// The content of every held descriptor, by name.
  package var contents: [String: [UInt8]] {
    state.update { state in
      var contents: [String: [UInt8]] = [:]
      for (name, descriptor) in state.held {
        let size = lseek(descriptor, 0, SEEK_END)
        contents[name] = [UInt8](unsafeUninitializedCapacity: max(size, 1)) { buffer, count in
          count = max(pread(descriptor, buffer.baseAddress, max(size, 0), 0), 0)
        }
      }
      return contents
    }
  }

  /// Starts a program with all held descriptors, as after a restart (sd_listen_fds(3)).
  package func start(
    _ executable: String, _ arguments: [String] = [], in fixture: Fixture,
    on bus: PrivateBus? = nil,
    environment: [String: String] = [:]
  ) throws -> Program {
    let inheritance = inheritance(environment)
    return try fixture.start(
      "/bin/sh", inheritance.command + [executable] + arguments, on: bus,
      environment: inheritance.environment,
      descriptors: inheritance.descriptors)
  }

  /// Starts a program that belongs to no fixture.
  package func start(_ executable: String, environment: [String: String]) throws -> Program {
    let inheritance = inheritance(environment)
    return try Program(
      "/bin/sh", inheritance.command + [executable], environment: inheritance.environment,
      descriptors: inheritance.descriptors)
  }

  private func inheritance(
    _ environment: [String: String]
  ) -> (command: [String], environment: [String: String], descriptors: [Int32]) {
    let held = state.update { $0.held }
    var environment = environment
    environment["NOTIFY_SOCKET"] = address
    if !held.isEmpty {
      environment["LISTEN_FDS"] = String(held.count)
      environment["LISTEN_FDNAMES"] = held.map(\.name).joined(separator: ":")
    }
    // LISTEN_PID must be the id of the process, which only the process itself knows before it runs the program.
    let announce = held.isEmpty ? "" : "export LISTEN_PID=$$; "
    return (["-c", announce + "exec \"$@\"", "sh"], environment, held.map(\.descriptor))
  }

  /// Closes everything, as when the service is stopped. Further calls do nothing.
  package func close() {
    let first = state.update { state in
      defer { state.isOpen = false }
      return state.isOpen
    }
    guard first else { return }
    var one: UInt64 = 1
    _ = write(stop, &one, 8)
  }

  private func receive() {
    let (socket, stop, state) = (socket, stop, state)
    onNewThread {
      while true {
        var polled = [
          pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
          pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&polled, 2, -1) >= 0 || linux_errno() == EINTR else { break }
        if polled[1].revents != 0 { break }
        if polled[0].revents != 0, let (text, descriptors) = receiveMessage(on: socket) {
          state.update { $0.record(text, descriptors) }
        }
      }
      CLinux.close(socket)
      CLinux.close(stop)
      state.update { state in
        for (_, descriptor) in state.held { CLinux.close(descriptor) }
        state.held = []
      }
    }
  }
}

extension DescriptorStore.State {
  mutating func record(_ text: String, _ descriptors: [Int32]) {
    messages.append(text)
    var fields: [Substring: String] = [:]
    for line in text.split(separator: "\n") {
      guard let equals = line.firstIndex(of: "=") else { continue }
      fields[line[..<equals]] = String(line[line.index(after: equals)...])
    }
    let name = fields["FDNAME"] ?? "stored"
    if fields["FDSTORE"] == "1" {
      held += descriptors.map { (name, $0) }
      return
    }
    for descriptor in descriptors { close(descriptor) }
    if fields["FDSTOREREMOVE"] == "1" {
      for (_, descriptor) in held.filter({ $0.name == name }) { close(descriptor) }
      held.removeAll { $0.name == name }
    }
  }
}
