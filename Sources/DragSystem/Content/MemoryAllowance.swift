internal import Synchronization

/// How much memory held content may take. Usable from every thread.
///
/// A charge to an allowance is also a charge to the allowances that it is a part of: a connection's to the whole.
package final class MemoryAllowance: Sendable {
  /// In bytes.
  package let limit: UInt64
  private let usedBytes = Mutex<UInt64>(0)
  private let wholes: [MemoryAllowance]
  /// When the whole has used more than `common`, this part gets no more than `little`.
  private let shortage: (common: UInt64, little: UInt64)?

  package init(limit: UInt64, of wholes: MemoryAllowance...) {
    self.limit = limit
    self.wholes = wholes
    shortage = nil
  }

  /// A part of a whole, of which `common` bytes are free for all. Beyond them this part is granted bytes only while it
  /// has no more than `little`.
  package init(of whole: MemoryAllowance, common: UInt64, little: UInt64) {
    limit = .max
    wholes = [whole]
    shortage = (common, little)
  }

  /// In bytes.
  package var used: UInt64 { usedBytes.withLock { $0 } }

  /// Reserves so many bytes, or none when not enough are left.
  fileprivate func reserve(_ bytes: UInt64) -> Bool {
    let limit = limit(for: bytes)
    let fits = usedBytes.withLock { used in
      guard bytes <= limit - min(limit, used) else { return false }
      used += bytes
      return true
    }
    guard fits else { return false }
    for (index, whole) in wholes.enumerated() where !whole.reserve(bytes) {
      for reserved in wholes[..<index] { reserved.release(bytes) }
      releaseOwn(bytes)
      return false
    }
    return true
  }

  private func limit(for bytes: UInt64) -> UInt64 {
    guard let shortage, let whole = wholes.first else { return limit }
    let left = shortage.common - min(shortage.common, whole.used)
    return bytes <= left ? limit : shortage.little
  }

  fileprivate func release(_ bytes: UInt64) {
    for whole in wholes { whole.release(bytes) }
    releaseOwn(bytes)
  }

  private func releaseOwn(_ bytes: UInt64) {
    usedBytes.withLock { used in
      assert(bytes <= used, "\(bytes) of \(used) bytes of memory are given back")
      used -= min(bytes, used)
    }
  }
}

/// A part of an allowance; the allowance gets it back when this value is destroyed.
package struct MemoryCharge: ~Copyable, Sendable {
  private let allowance: MemoryAllowance
  package private(set) var bytes: UInt64

  /// Nil when the allowance has not enough left.
  package init?(_ bytes: UInt64, of allowance: MemoryAllowance) {
    guard allowance.reserve(bytes) else { return nil }
    self.allowance = allowance
    self.bytes = bytes
  }

  deinit {
    allowance.release(bytes)
  }

  /// Returns false, and changes nothing, when the allowance has not enough left.
  mutating func grow(by more: UInt64) -> Bool {
    guard allowance.reserve(more) else { return false }
    bytes += more
    return true
  }

  mutating func shrink(to less: UInt64) {
    allowance.release(bytes - less)
    bytes = less
  }
}
