/// 128 bits of a state: two states with the same bits count as one.
struct Fingerprint: Hashable {
  private(set) var high: UInt64 = 0x243f_6a88_85a3_08d3
  private(set) var low: UInt64 = 0x1319_8a2e_0370_7344

  mutating func mix(_ word: UInt64) {
    high = (high ^ word) &* 0x9e37_79b9_7f4a_7c15
    high ^= high >> 29
    low = (low &+ word) &* 0xd6e8_feb8_6659_fd93
    low ^= low >> 32
    low = low &+ high
  }

  mutating func mix(_ word: some BinaryInteger) { mix(UInt64(truncatingIfNeeded: word)) }
  mutating func mix(_ flag: Bool) { mix(flag ? 1 : 0 as UInt64) }

  /// Ends a list, so that two lists in a row cannot be confused with others.
  mutating func end() { mix(0xffff_ffff_ffff_ffff as UInt64) }
}

/// The visited states: an open-addressed table of fingerprints.
struct FingerprintSet {
  private var slots: [Fingerprint?]
  private(set) var count = 0

  init() { slots = Array(repeating: nil, count: 1 << 12) }

  /// Returns whether it is new.
  mutating func insert(_ fingerprint: Fingerprint) -> Bool {
    if count * 2 >= slots.count { grow() }
    let place = place(of: fingerprint)
    guard slots[place] == nil else { return false }
    slots[place] = fingerprint
    count += 1
    return true
  }

  private func place(of fingerprint: Fingerprint) -> Int {
    let mask = slots.count - 1
    var place = Int(truncatingIfNeeded: fingerprint.low) & mask
    while let other = slots[place], other != fingerprint { place = (place + 1) & mask }
    return place
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: nil, count: old.count * 2)
    for case let fingerprint? in old { slots[place(of: fingerprint)] = fingerprint }
  }
}
