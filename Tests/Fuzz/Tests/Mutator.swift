import Harness

/// Makes inputs of others, as libFuzzer does without looking at what they reach.
struct Mutator {
  private let inputs: [[UInt8]]
  private var generator: SeededGenerator

  init(_ inputs: [[UInt8]], seed: UInt64) {
    self.inputs = inputs.isEmpty ? [[]] : inputs
    generator = SeededGenerator(seed: seed)
  }

  mutating func next() -> [UInt8] {
    var input = inputs[random(below: inputs.count)]
    for _ in 0...random(below: 4) { mutate(&input) }
    return input
  }

  private mutating func mutate(_ input: inout [UInt8]) {
    guard !input.isEmpty else {
      input = [UInt8(random(below: 256))]
      return
    }
    let place = random(below: input.count)
    let range = place..<min(input.count, place + 1 + random(below: 8))
    switch random(below: 7) {
    case 0: input[place] ^= 1 << random(below: 8)
    case 1: input[place] = UInt8(random(below: 256))
    case 2: input[place] = [0, 1, 0x7F, 0x80, 0xFF, 0x22, 0x2F, 0x25][random(below: 8)]
    case 3: input.removeSubrange(range)
    case 4: input.insert(contentsOf: input[range], at: random(below: input.count))
    case 5: input.insert(UInt8(random(below: 256)), at: place)
    default:
      let other = inputs[random(below: inputs.count)]
      input = Array(input.prefix(place)) + other.dropFirst(random(below: other.count + 1))
    }
  }

  private mutating func random(below bound: Int) -> Int { generator.random(below: bound) }
}
