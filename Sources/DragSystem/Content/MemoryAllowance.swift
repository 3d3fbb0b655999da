internal import Synchronization

/// How much memory held content may take. Usable from every thread.
///
/// A charge to an allowance is also a charge to the allowances that it is a part of: a connection's to the whole.
package final class MemoryAllowance: Sendable {
  /// In bytes.
  package let limit: UInt64
  private let taken = Mutex<UInt64>(0)
  private let wholes: [MemoryAllowance]
  /// When the whole has used more than `common`, this part gets no more than `little`.
  private let reserve: (common: UInt64, little: UInt64)?

  package init(limit: UInt64, of wholes: MemoryAllowance...) {
    self.limit = limit
    self.wholes = wholes
    reserve = nil
  }

  /// A part of a whole, of which `common` bytes are free for all. Beyond them this part is granted bytes only while it
  /// has no more than `little`.
  package init(of whole: MemoryAllowance, common: UInt64, little: UInt64) {
    limit = .max
    wholes = [whole]
    reserve = (common, little)
  }

  /// In bytes.
  package var used: UInt64 { taken.withLock { $0 } }

  /// Reserves so many bytes, or none when not enough are left.
  fileprivate func take(_ bytes: UInt64) -> Bool {
    let most = most(for: bytes)
    let fits = taken.withLock { taken in
      guard bytes <= most - min(most, taken) else { return false }
      taken += bytes
      return true
    }
    guard fits else { return false }
    for (index, whole) in wholes.enumerated() where !whole.take(bytes) {
      for taken in wholes[..<index] { taken.give(bytes) }
      giveBack(bytes)
      return false
    }
    return true
  }

  private func most(for bytes: UInt64) -> UInt64 {
    guard let reserve, let whole = wholes.first else { return limit }
    let left = reserve.common - min(reserve.common, whole.used)
    return bytes <= left ? limit : reserve.little
  }

  fileprivate func give(_ bytes: UInt64) {
    for whole in wholes { whole.give(bytes) }
    giveBack(bytes)
  }

  private func giveBack(_ bytes: UInt64) {
    taken.withLock { taken in
      assert(bytes <= taken, "\(bytes) of \(taken) bytes of memory are given back")
      taken -= min(bytes, taken)
    }
  }
}

/// A part of an allowance; the allowance gets it back when this value is destroyed.
package struct MemoryCharge: ~Copyable, Sendable {
  private let allowance: MemoryAllowance
  package private(set) var bytes: UInt64

  /// Nil when the allowance has not enough left.
  package init?(_ bytes: UInt64, of allowance: MemoryAllowance) {
    guard allowance.take(bytes) else { return nil }
    self.allowance = allowance
    self.bytes = bytes
  }

  deinit {
    allowance.give(bytes)
  }

  /// Returns false, and changes nothing, when the allowance has not enough left.
  mutating func grow(by more: UInt64) -> Bool {
    guard allowance.take(more) else { return false }
    bytes += more
    return true
  }

  mutating func shrink(to less: UInt64) {
    allowance.give(bytes - less)
    bytes = less
  }
}
