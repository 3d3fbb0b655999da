/// The MIME Sniffing standard's algorithms written down step by step on code points, slow and
/// obvious, to compare the real ones with.
struct StandardParser {
  typealias CodePoints = [UInt32]

  private static let whitespace: Set<UInt32> = [0x0A, 0x0D, 0x09, 0x20]
  private static let token = Set("!#$%&'*+-.^_`|~".unicodeScalars.map(\.value))
    .union(0x30...0x39).union(0x41...0x5A).union(0x61...0x7A)

  /// “Parse a MIME type”, then “serialize a MIME type”; nil for failure.
  static func roundTrip(_ text: String) -> String? {
    var input = CodePoints(text.unicodeScalars.map(\.value))
    while let first = input.first, whitespace.contains(first) { input.removeFirst() }
    while let last = input.last, whitespace.contains(last) { input.removeLast() }
    var position = 0

    func collect(_ condition: (UInt32) -> Bool) -> CodePoints {
      var result: CodePoints = []
      while position < input.count, condition(input[position]) {
        result.append(input[position])
        position += 1
      }
      return result
    }

    func stripped(_ points: CodePoints) -> CodePoints {
      var points = points
      while let last = points.last, whitespace.contains(last) { points.removeLast() }
      return points
    }

    func quotedString() -> CodePoints {
      var value: CodePoints = []
      position += 1
      while true {
        value += collect { $0 != 0x22 && $0 != 0x5C }
        if position >= input.count { break }
        let quoteOrBackslash = input[position]
        position += 1
        if quoteOrBackslash == 0x5C {
          if position >= input.count {
            value.append(0x5C)
            break
          }
          value.append(input[position])
          position += 1
        } else {
          break
        }
      }
      return value
    }

    let type = collect { $0 != 0x2F }
    if type.isEmpty || !type.allSatisfy(token.contains) { return nil }
    if position >= input.count { return nil }
    position += 1
    let subtype = stripped(collect { $0 != 0x3B })
    if subtype.isEmpty || !subtype.allSatisfy(token.contains) { return nil }

    var parameters: [(name: CodePoints, value: CodePoints)] = []
    while position < input.count {
      position += 1
      _ = collect(whitespace.contains)
      let name = lowercased(collect { $0 != 0x3B && $0 != 0x3D })
      if position < input.count {
        if input[position] == 0x3B { continue }
        position += 1
      }
      if position >= input.count { break }
      var value: CodePoints
      if input[position] == 0x22 {
        value = quotedString()
        _ = collect { $0 != 0x3B }
      } else {
        value = stripped(collect { $0 != 0x3B })
        if value.isEmpty { continue }
      }
      if !name.isEmpty, name.allSatisfy(token.contains), value.allSatisfy(isQuotedStringToken),
        !parameters.contains(where: { $0.name == name })
      {
        parameters.append((name, value))
      }
    }

    var serialization = lowercased(type) + [0x2F] + lowercased(subtype)
    for (name, value) in parameters {
      serialization += [0x3B] + name + [0x3D]
      if value.isEmpty || !value.allSatisfy(token.contains) {
        serialization.append(0x22)
        for point in value {
          if point == 0x22 || point == 0x5C { serialization.append(0x5C) }
          serialization.append(point)
        }
        serialization.append(0x22)
      } else {
        serialization += value
      }
    }
    return string(serialization)
  }

  private static func isQuotedStringToken(_ point: UInt32) -> Bool {
    point == 9 || (0x20...0x7E).contains(point) || (0x80...0xFF).contains(point)
  }

  private static func lowercased(_ points: CodePoints) -> CodePoints {
    points.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
  }

  private static func string(_ points: CodePoints) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: points.compactMap(Unicode.Scalar.init))
    return String(text)
  }
}
