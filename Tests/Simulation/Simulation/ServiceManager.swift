internal import CLinux
internal import CSimulation

/// The service manager, as dragd knows it: it starts dragd, starts it again when it has failed, and keeps descriptors
/// meanwhile (sd_notify(3), “FDSTORE=1”; systemd.service(5), “FileDescriptorStoreMax=”).
final class ServiceManager {
  private var sockets: [Int32] = []
  /// Readable when there is something to do.
  private let bell = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
  private var kept: [(name: String, descriptor: Int32)] = []
  /// The present process of dragd, with a handle that is readable when it has ended.
  private var service: (process: Int32, handle: Int32)?
  /// When to start the next one.
  private var start: UInt64?
  /// Whether the present one was told to end.
  private var isStopping = false
  /// How often what was kept was let go of: a stop does that, a restart does not.
  private(set) var generation = 0
  /// Starts a process of dragd.
  var begin: () -> Int32 = { -1 }

  /// RestartSec= of systemd.service(5).
  private static let pause: UInt64 = 100_000_000

  func run() {
    while true {
      let descriptors = [bell] + sockets + (service.map { [$0.handle] } ?? [])
      var ready = [Int32](repeating: 0, count: descriptors.count + 1)
      let next = service == nil ? start ?? UInt64.max : UInt64.max
      sim_wait(
        SIM_MANAGER, descriptors + [0], [Int32](repeating: 1, count: descriptors.count) + [0],
        &ready, Int32(descriptors.count), next)
      var rung: eventfd_t = 0
      _ = eventfd_read(bell, &rung)
      var number: Int32 = 0
      while case let socket = sim_accept(SIM_MANAGER, &number), socket >= 0 {
        sockets.append(socket)
      }
      let hasEnded = service.map { sim_is_dead($0.process) != 0 } ?? false
      // Earlier than the end of the process, as systemd reads them.
      sockets.removeAll { !readAll(from: $0) }
      if hasEnded { ended() }
      if service == nil, let due = start, due <= sim_now() { startService() }
    }
  }

  /// Has dragd started, once the former one has ended.
  func want() {
    guard start == nil else { return }
    start = sim_now()
    eventfd_write(bell, 1)
  }

  /// Whether a process serves, or is to be started.
  var isActive: Bool { service != nil || start != nil }

  /// - Parameter isRestart: whether another one is to follow, with what is kept.
  func stop(isRestart: Bool) {
    guard let service, sim_is_dead(service.process) == 0 else { return }
    isStopping = true
    if isRestart { want() }
    sim_signal(service.process, SIGTERM)
  }

  private func startService() {
    start = nil
    isStopping = false
    let process = begin()
    let handle = syscall_pidfd_open(pid_t(sim_number(process)))
    service = (process, handle)
    sim_pass(process, kept.map(\.descriptor) + [0], Int32(kept.count))
  }

  /// What the next process has in its environment; its descriptors have these names.
  func setEnvironment() {
    setenv("LISTEN_PID", String(getpid()), 1)
    setenv("LISTEN_FDS", String(kept.count), 1)
    setenv("LISTEN_FDNAMES", kept.map(\.name).joined(separator: ":"), 1)
  }

  private func ended() {
    guard let (process, handle) = service else { return }
    close(handle)
    service = nil
    if sim_status(process) != 0 {
      start = start ?? sim_now() + Self.pause
    } else if start == nil || !isStopping {
      if !isStopping, !kept.isEmpty {
        sim_violate("dragd ends by itself, and the manager keeps \(kept.count) of its descriptors")
      }
      for (_, descriptor) in kept { sim_close(descriptor) }
      kept = []
      generation += 1
    }
  }

  // MARK: Messages

  /// False once nobody has the other end.
  private func readAll(from socket: Int32) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var passed = [Int32](repeating: 0, count: 512)
    while true {
      var count: Int32 = 0
      let length = sim_receive(socket, &buffer, buffer.count, &passed, &count)
      if length == -Int(EAGAIN) || length == -Int(EINTR) { return true }
      guard length > 0 else {
        sim_close(socket)
        return false
      }
      take(String(decoding: buffer[..<length], as: UTF8.self), Array(passed[..<Int(count)]))
    }
  }

  private func take(_ text: String, _ passed: [Int32]) {
    let lines = text.split(separator: "\n")
    let name = lines.first { $0.hasPrefix("FDNAME=") }.map { String($0.dropFirst(7)) } ?? "stored"
    if lines.contains("FDSTOREREMOVE=1") {
      for (_, descriptor) in kept.filter({ $0.name == name }) { sim_close(descriptor) }
      kept.removeAll { $0.name == name }
    }
    for descriptor in passed {
      let isKnown = kept.contains { sim_is_same($0.descriptor, descriptor) != 0 }
      if lines.contains("FDSTORE=1"), !isKnown, kept.count < Int(sim_most_passed) {
        kept.append((name, descriptor))
      } else {
        sim_close(descriptor)
      }
    }
  }
}
