/// The map of a file with holes, before its data: the number of ranges, then the start and the length of each, in
/// decimal, a line each, filled up to a block with zeros (GNU's sparse format 1.0).
struct SparseMap {
  /// The bytes of the map of these ranges.
  static func bytes(_ ranges: [Range<UInt64>], size: UInt64) -> [UInt8] {
    var all = ranges
    // Readers learn the size from the end of the last range.
    if ranges.last?.upperBound != size { all.append(size..<size) }
    var text = "\(all.count)\n"
    for range in all { text += "\(range.lowerBound)\n\(range.upperBound - range.lowerBound)\n" }
    let bytes = Array(text.utf8)
    return bytes + [UInt8](repeating: 0, count: bytes.count.toBlockEnd)
  }

  private let limit: Int
  private let size: UInt64
  private var count: Int?
  private var start: UInt64?
  private var number: UInt64?
  private(set) var ranges: [Range<UInt64>] = []
  private var left: Int { count.map { $0 - seen } ?? 1 }
  private var seen = 0

  /// - Parameter size: the size of the file.
  init(size: UInt64, limit: Int) {
    self.size = size
    self.limit = limit
  }

  /// Whether it is read to its end: what follows in its block means nothing.
  var isComplete: Bool { left == 0 }

  mutating func read(_ block: [UInt8]) throws(FolderError) {
    for byte in block where !isComplete {
      switch byte {
      case 0x30...0x39:
        let value = (number ?? 0).multipliedReportingOverflow(by: 10)
        let sum = value.partialValue.addingReportingOverflow(UInt64(byte - 0x30))
        guard !value.overflow, !sum.overflow else { throw Self.invalid }
        number = sum.partialValue
      case UInt8(ascii: "\n"):
        guard let number else { throw Self.invalid }
        self.number = nil
        try add(number)
      default: throw Self.invalid
      }
    }
  }

  private mutating func add(_ number: UInt64) throws(FolderError) {
    guard count != nil else {
      guard number <= UInt64(limit) + 1 else {
        throw FolderError("a file of the folder has more than \(limit) holes")
      }
      count = Int(number)
      return
    }
    guard let start else {
      start = number
      return
    }
    self.start = nil
    seen += 1
    let end = start.addingReportingOverflow(number)
    guard !end.overflow, end.partialValue <= size, start >= ranges.last?.upperBound ?? 0 else {
      throw Self.invalid
    }
    if number > 0 { ranges.append(start..<end.partialValue) }
  }

  private static let invalid = FolderError.malformed("the map of a file with holes is not valid")
}

extension FixedWidthInteger {
  /// How many bytes are missing to the end of a block.
  var toBlockEnd: Self {
    let rest = self % Self(TarBlock.size)
    return rest == 0 ? 0 : Self(TarBlock.size) - rest
  }
}
