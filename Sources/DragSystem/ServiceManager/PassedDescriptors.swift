internal import CLinux

/// The descriptors that the service manager passes to a process at its start: sd_listen_fds(3).
package struct PassedDescriptors {
  /// By name; of several with one name, the first.
  private var named: [String: PeerDescriptor] = [:]
  /// The others that share a name; this value closes them.
  private var surplus: [PeerDescriptor] = []

  /// Adopts the descriptors, and removes LISTEN_PID, LISTEN_FDS and LISTEN_FDNAMES from the environment, so that no
  /// child adopts them too. Call it once, before there are other threads. A worker of the lane closes unclaimed
  /// descriptors.
  package init(lane: Lane, pool: WorkerPool) {
    defer {
      for variable in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(variable) }
    }
    guard Self.number("LISTEN_PID") == Int(getpid()), let count = Self.number("LISTEN_FDS"),
      count > 0, count <= Int(ProcessLimits.descriptors)
    else { return }
    let names = (Environment["LISTEN_FDNAMES"] ?? []).split(
      separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    for index in 0..<count {
      // SD_LISTEN_FDS_START
      let number = 3 + Int32(index)
      // A number that is not open was not passed.
      guard linux_fcntl(number, F_SETFD, Int(FD_CLOEXEC)) == 0 else { continue }
      let descriptor = PeerDescriptor(OwnedFileDescriptor(adopting: number), lane: lane, pool: pool)
      let name = index < names.count ? String(decoding: names[index], as: UTF8.self) : "unknown"
      if named[name] == nil { named[name] = descriptor } else { surplus.append(descriptor) }
    }
  }

  package var names: [String] { named.keys.sorted() }

  package subscript(name: String) -> PeerDescriptor? { named[name] }

  /// A variable as a decimal number.
  private static func number(_ variable: String) -> Int? {
    Environment[variable].flatMap { Int(String(decoding: $0, as: UTF8.self)) }
  }
}
