/// A key that a person presses.
enum Key: Hashable, Sendable {
  case up
  case down
  case first
  case last
  case mark
  case offer
  case quit

  /// The keys in a terminal's bytes, as far as the picker uses them (ECMA-48, xterm's control sequences).
  static func all(in bytes: [UInt8]) -> [Key] {
    var keys: [Key] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      switch byte {
      case 0x1b:
        guard let introducer = rest.first, introducer == 0x5b || introducer == 0x4f else {
          continue
        }
        rest = rest.dropFirst()
        let parameters = rest.prefix { $0 < 0x40 }
        rest = rest.dropFirst(parameters.count)
        let final = rest.popFirst()
        if let key = sequence(final, Array(parameters)) { keys.append(key) }
      case UInt8(ascii: "k"): keys.append(.up)
      case UInt8(ascii: "j"): keys.append(.down)
      case UInt8(ascii: "g"): keys.append(.first)
      case UInt8(ascii: "G"): keys.append(.last)
      case UInt8(ascii: " "): keys.append(.mark)
      case 0x0a, 0x0d: keys.append(.offer)
      case UInt8(ascii: "q"), 0x03, 0x04: keys.append(.quit)
      default: break
      }
    }
    return keys
  }

  private static func sequence(_ final: UInt8?, _ parameters: [UInt8]) -> Key? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "H"): .first
    case UInt8(ascii: "F"): .last
    case UInt8(ascii: "~") where parameters == [0x31]: .first
    case UInt8(ascii: "~") where parameters == [0x34]: .last
    default: nil
    }
  }
}
