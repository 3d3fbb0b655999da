internal import CLinux

/// The permission bits of new files.
package enum FileMode {
  /// The bits that this process denies to every new file (umask(2)). The call that reads them changes them for a
  /// moment, which other threads would see; Linux has them in /proc too, since 4.7.
  package static var denied: UInt32 {
    let status = try? OwnedFileDescriptor.open("/proc/self/status", O_RDONLY).read(upTo: 4096)
    let lines = String(decoding: status ?? [], as: UTF8.self).split(separator: "\n")
    let mask = lines.first { $0.hasPrefix("Umask:") }?.split(separator: "\t").last
    return mask.flatMap { UInt32($0, radix: 8) } ?? 0o077
  }
}
