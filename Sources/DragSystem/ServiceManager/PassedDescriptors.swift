internal import CLinux

/// The descriptors that the service manager passes to a process that it starts: sd_listen_fds(3).
package struct PassedDescriptors {
  /// By their names; a name that came more than once has its first.
  private var named: [String: PeerDescriptor] = [:]
  /// Those that share a name with another; they close with this.
  private var surplus: [PeerDescriptor] = []

  /// Takes them over, and takes LISTEN_PID, LISTEN_FDS and LISTEN_FDNAMES out of the environment, so that no child
  /// takes them for its own. Only before there are other threads, and only once. What nobody takes is closed on a
  /// worker of the lane.
  package init(lane: String, pool: WorkerPool) {
    defer {
      for variable in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(variable) }
    }
    guard Self.number("LISTEN_PID") == Int(getpid()), let count = Self.number("LISTEN_FDS"),
      count > 0, count <= Int(Limits.descriptors)
    else { return }
    let names = (Environment["LISTEN_FDNAMES"] ?? []).split(
      separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    for index in 0..<count {
      // SD_LISTEN_FDS_START
      let number = 3 + Int32(index)
      // What is not open was not passed.
      guard linux_fcntl(number, F_SETFD, Int(FD_CLOEXEC)) == 0 else { continue }
      let descriptor = PeerDescriptor(OwnedFileDescriptor(adopting: number), lane: lane, pool: pool)
      let name = index < names.count ? String(decoding: names[index], as: UTF8.self) : "unknown"
      if named[name] == nil { named[name] = descriptor } else { surplus.append(descriptor) }
    }
  }

  package var names: [String] { named.keys.sorted() }

  package subscript(name: String) -> PeerDescriptor? { named[name] }

  /// Only decimal digits count.
  private static func number(_ variable: String) -> Int? {
    Environment[variable].flatMap { Int(String(decoding: $0, as: UTF8.self)) }
  }
}
