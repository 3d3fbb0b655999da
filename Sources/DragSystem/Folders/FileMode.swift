internal import CLinux

/// The permission bits of new files.
package enum FileMode {
  /// The bits that this process denies to every new file (umask(2)).
  package static var denied: UInt32 {
    // There is no call that only reads it. For a moment new files are more private, never less.
    let mask = umask(0o077)
    umask(mask)
    return UInt32(mask)
  }

  /// The same in a process whose other threads must not see the mask change: Linux has it in /proc since 4.7.
  package static var deniedInThreads: UInt32 {
    let status = try? OwnedFileDescriptor.open("/proc/self/status", O_RDONLY).read(upTo: 4096)
    let lines = String(decoding: status ?? [], as: UTF8.self).split(separator: "\n")
    let mask = lines.first { $0.hasPrefix("Umask:") }?.split(separator: "\t").last
    return mask.flatMap { UInt32($0, radix: 8) } ?? 0o077
  }
}
