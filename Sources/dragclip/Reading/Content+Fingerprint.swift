internal import DragSystem

/// What dragclip reads of a content in its own memory, without blocking.
extension Content {
  /// The first bytes, at most this many.
  func start(_ count: Int) -> [UInt8] {
    descriptor.withDescriptor { try? $0.read(upTo: count, at: 0) } ?? []
  }

  /// See `KeptType`; nil for a content that is too long to be read on the loop.
  var fingerprint: UInt64? {
    guard size <= Self.longestFingerprinted else { return nil }
    let bytes = start(Int(size))
    guard bytes.count == Int(size) else { return nil }
    var hasher = Hasher()
    hasher.combine(bytes)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  /// Its hash takes a few milliseconds.
  private static let longestFingerprinted: UInt64 = 1 << 20
}
