/// Makes inputs of others, as libFuzzer does without looking at what they reach.
struct Mutator {
  private let inputs: [[UInt8]]
  /// SplitMix64's.
  private var state: UInt64

  init(_ inputs: [[UInt8]], seed: UInt64) {
    self.inputs = inputs.isEmpty ? [[]] : inputs
    state = seed
  }

  mutating func next() -> [UInt8] {
    var input = inputs[roll(inputs.count)]
    for _ in 0...roll(4) { mutate(&input) }
    return input
  }

  private mutating func mutate(_ input: inout [UInt8]) {
    guard !input.isEmpty else {
      input = [UInt8(roll(256))]
      return
    }
    let place = roll(input.count)
    let range = place..<min(input.count, place + 1 + roll(8))
    switch roll(7) {
    case 0: input[place] ^= 1 << roll(8)
    case 1: input[place] = UInt8(roll(256))
    case 2: input[place] = [0, 1, 0x7F, 0x80, 0xFF, 0x22, 0x2F, 0x25][roll(8)]
    case 3: input.removeSubrange(range)
    case 4: input.insert(contentsOf: input[range], at: roll(input.count))
    case 5: input.insert(UInt8(roll(256)), at: place)
    default:
      let other = inputs[roll(inputs.count)]
      input = Array(input.prefix(place)) + other.dropFirst(roll(other.count + 1))
    }
  }

  /// A number below `count`.
  private mutating func roll(_ count: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ mixed >> 31) % UInt64(count))
  }
}
