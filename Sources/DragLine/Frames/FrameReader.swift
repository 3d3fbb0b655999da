internal import DBus
internal import DragSystem

/// Takes what comes over a line apart: noise, the mark at which the line begins, and frames. It keeps no more than one
/// frame and what came with it, whatever the other end says of a frame's length.
package struct FrameReader {
  /// The mark. Its line ends and its NUL tell whether what is between changes them, as a terminal would.
  package static let mark = Array("dragd-link 1\r\n\0\n".utf8)

  private var buffer: [UInt8] = []
  private var start = 0
  /// Whether the mark has come.
  package private(set) var hasBegun = false
  /// What came before the mark.
  package private(set) var noise: [UInt8] = []

  package init() {}

  package mutating func append(_ bytes: [UInt8]) {
    if start == buffer.count {
      buffer = bytes
      start = 0
    } else {
      if start >= LineLimits.frame {
        buffer.removeFirst(start)
        start = 0
      }
      buffer += bytes
    }
  }

  /// The next frame; nil until more bytes have come.
  package mutating func next() throws(LineViolation) -> LineFrame? {
    guard try findMark() else { return nil }
    let rest = buffer[start...]
    guard rest.count >= Message.wireLengthSize else { return nil }
    guard let length = Message.wireLength(of: rest.prefix(Message.wireLengthSize)) else {
      throw LineViolation("what came is no frame")
    }
    guard length <= LineLimits.frame else {
      throw LineViolation("a frame of \(length) bytes; \(LineLimits.frame) are the most")
    }
    guard rest.count >= length else { return nil }
    let message = try mapError { () throws(BusError) in
      try Message.read(wireForm: rest.prefix(length))
    } to: {
      LineViolation("a frame is broken: \($0.message)")
    }
    start += length
    return try LineFrame(message)
  }

  private mutating func findMark() throws(LineViolation) -> Bool {
    if hasBegun { return true }
    let mark = Self.mark
    let rest = buffer[start...]
    var place = rest.startIndex
    while let found = rest[place...].firstIndex(of: mark[0]) {
      if rest.endIndex - found < mark.count {
        // A part of the mark may be all that has come.
        guard mark.starts(with: rest[found...]) else {
          place = found + 1
          continue
        }
        try keepNoise(until: found)
        return false
      }
      if rest[found...].starts(with: mark) {
        try keepNoise(until: found)
        start += mark.count
        hasBegun = true
        return true
      }
      place = found + 1
    }
    try keepNoise(until: rest.endIndex)
    return false
  }

  private mutating func keepNoise(until end: Int) throws(LineViolation) {
    noise += buffer[start..<end]
    start = end
    guard noise.count <= LineLimits.noise else {
      throw LineViolation("\(LineLimits.noise) bytes came before anything that a line begins with")
    }
  }
}
