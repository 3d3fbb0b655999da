/// How much memory held content may take. Usable from every thread.
///
/// What is taken of an allowance is taken of those that it is a part of, too: a connection's share of the whole.
package final class MemoryAllowance: Sendable {
  /// In bytes.
  package let limit: UInt64
  private let taken = Lock<UInt64>(0)
  private let wholes: [MemoryAllowance]
  /// Above what is common to all, an allowance gets no more than so little.
  private let reserve: (common: UInt64, little: UInt64)?

  package init(limit: UInt64, of wholes: MemoryAllowance...) {
    self.limit = limit
    self.wholes = wholes
    reserve = nil
  }

  /// A part of a whole of which so many bytes are `common`. What would lead the whole past them is taken only while this
  /// part has no more than `little`.
  package init(of whole: MemoryAllowance, common: UInt64, little: UInt64) {
    limit = .max
    wholes = [whole]
    reserve = (common, little)
  }

  /// In bytes.
  package var used: UInt64 { taken.withLock { $0 } }

  /// Takes so many bytes, or nothing at all when there is not enough left.
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

/// A part of an allowance, given back when it goes.
package struct MemoryCharge: ~Copyable, Sendable {
  private let allowance: MemoryAllowance
  package private(set) var bytes: UInt64

  /// Nil when the allowance has not so much left.
  package init?(_ bytes: UInt64, of allowance: MemoryAllowance) {
    guard allowance.take(bytes) else { return nil }
    self.allowance = allowance
    self.bytes = bytes
  }

  deinit {
    allowance.give(bytes)
  }

  /// False, and nothing has changed, when the allowance has not so much left.
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
