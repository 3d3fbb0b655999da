internal import CLinux
internal import CSandbox

/// What a process gives up before it reads what a stranger has sent. Kernels without Landlock or filters leave it the
/// limits alone.
package enum DecoderSandbox {
  /// What decoders load and read: libraries, fonts and their caches.
  private static let readable = [
    "/usr", "/lib", "/lib64", "/etc/fonts", "/etc/ld.so.cache", "/etc/alternatives",
    "/var/cache/fontconfig", "/nix/store", "/gnu/store",
  ]

  /// Gives up all that a decoder does not need. Call it before there is a second thread.
  ///
  /// - Parameter owner: the process that started this one, and with which this one ends.
  /// - Returns: false when the owner has gone, or the limits cannot be set; then the process must end.
  package static func enter(owner: Int32) -> Bool {
    guard limit(owner: owner) else { return false }
    let paths = readable.map { UnsafePointer(strdup($0)) }
    defer { for path in paths { free(UnsafeMutablePointer(mutating: path)) } }
    _ = paths.compactMap(\.self).withUnsafeBufferPointer { list in
      list.withMemoryRebound(to: UnsafePointer<CChar>?.self) { list in
        list.baseAddress.map { sandbox_keep_reading($0, Int32(list.count)) }
      }
    }
    _ = sandbox_keep_computing()
    return true
  }

  /// Sets the limits alone, for this process and each that it starts: enough for one that reads nothing of a stranger
  /// itself.
  package static func limit(owner: Int32) -> Bool {
    guard sandbox_begin(owner) else { return false }
    let limits: [(__rlimit_resource, Int)] = [
      (RLIMIT_CPU, PictureLimits.seconds),
      (RLIMIT_DATA, PictureLimits.memory),
      // Libraries and shared memory too.
      (RLIMIT_AS, 4 * PictureLimits.memory),
      (RLIMIT_FSIZE, PictureLimits.memory + PictureHeader.length),
      (RLIMIT_NOFILE, 64), (RLIMIT_CORE, 0),
    ]
    for (resource, most) in limits {
      var limit = rlimit()
      let name = __rlimit_resource_t(resource.rawValue)
      guard getrlimit(name, &limit) == 0 else { return false }
      limit.rlim_max = min(limit.rlim_max, rlim_t(most))
      limit.rlim_cur = limit.rlim_max
      guard setrlimit(name, &limit) == 0 else { return false }
    }
    return true
  }
}
