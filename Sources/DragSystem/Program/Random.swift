internal import CLinux

/// The kernel's random numbers: getrandom(2).
package enum Random {
  /// Early in the boot this waits until the kernel has enough entropy.
  package static func bytes(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let result = getrandom(buffer.baseAddress! + filled, count - filled, 0)
        // Only a signal can make this call fail.
        if result > 0 { filled += result }
      }
    }
  }

  package static func number() -> UInt64 {
    bytes(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
