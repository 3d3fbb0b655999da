internal import Translations

/// Coordinates as people type them.
package enum TypedDegrees {
  /// Degrees, or degrees with minutes, or with minutes and seconds too. The letter of a hemisphere may stand at either
  /// end instead of a sign, in English or in the person's language.
  ///
  /// - Parameter letters: those of the hemispheres.
  static func value(_ text: String, _ letters: (positive: String, negative: String)) -> Double? {
    var typed = text.uppercased().replacing("−", with: "-").replacing(",", with: ".")
    for mark in marks { typed = typed.replacing(mark, with: " ") }
    typed = typed.trimmed
    var sign: Double?
    let signs = [(letters.positive, 1.0), (letters.negative, -1.0)].flatMap { letter, value in
      names(of: letter).map { ($0, value) }
    }
    for (letter, value) in signs {
      guard typed.hasPrefix(letter) || typed.hasSuffix(letter) else { continue }
      typed = String(typed.hasPrefix(letter) ? typed.dropFirst() : typed.dropLast()).trimmed
      sign = value
      break
    }
    let parts = typed.split(separator: " ")
    guard (1...3).contains(parts.count), typed.allSatisfy({ "+-.0123456789E ".contains($0) }),
      sign == nil || typed.first?.isNumber == true
    else { return nil }
    guard parts.count > 1 else { return Double(typed).map { (sign ?? 1) * $0 } }
    // Only the last part has a fraction.
    let rest = parts.dropFirst().compactMap { Double($0) }
    guard let degrees = Int(parts[0]), parts.dropLast().allSatisfy({ Int($0) != nil }),
      parts.dropFirst().allSatisfy({ $0.first?.isNumber == true }),
      rest.count == parts.count - 1, rest.allSatisfy({ $0 < 60 })
    else { return nil }
    let value = Double(degrees.magnitude) + rest[0] / 60 + (rest.count > 1 ? rest[1] / 3600 : 0)
    // Far more digits than minutes or seconds with a fraction say.
    let rounded = (value * 1e9).rounded() / 1e9
    return (sign ?? (parts[0].hasPrefix("-") ? -1 : 1)) * rounded
  }

  /// A letter of a hemisphere, and the one that the person's language has instead: “O” for “Ost”.
  private static func names(of letter: String) -> [String] {
    let own =
      switch letter {
      case "N": translated("North")
      case "S": translated("South")
      case "E": translated("East")
      case _: translated("West")
      }
    return [letter, String(own.prefix(1).uppercased())]
  }

  private static let marks = ["°", "º", "'", "′", "’", "\"", "″", "”"]

  /// A latitude and a longitude that were copied together: “N 54° 10.938 E 008° 33.006” or “54.1823, 8.5501”; nil for
  /// any other text.
  package static func pair(_ text: String) -> (latitude: String, longitude: String)? {
    let text = text.trimmed
    guard text.utf8.count <= longestPair else { return nil }
    for index in text.indices.dropFirst() {
      guard let (latitude, longitude) = halves(text[..<index], text[index...]),
        value(latitude, ("N", "S")) != nil, value(longitude, ("E", "W")) != nil
      else { continue }
      return (latitude, longitude)
    }
    return nil
  }

  private static let longestPair = 100

  /// The parts of a text around the comma that is no decimal one, or between the letters of two hemispheres.
  private static func halves(_ start: Substring, _ end: Substring) -> (String, String)? {
    let (first, rest) = (String(start).trimmed, String(end).trimmed)
    if start.last == "," || start.last == ";" {
      let isBetween = end.first == " " || start.contains(".") && end.contains(".")
      return isBetween ? (String(start.dropLast()).trimmed, rest) : nil
    }
    // In the middle of a number, a person is still typing the first half.
    guard start.last?.isNumber != true || end.first?.isNumber != true else { return nil }
    func isOf(_ letter: Character?, _ letters: String...) -> Bool {
      letter.map { letters.flatMap(names).contains($0.uppercased()) } ?? false
    }
    // Both have their letter in front, or both behind.
    let isInFront = isOf(first.first, "N", "S") && isOf(rest.first, "E", "W")
    let isBehind = isOf(first.last, "N", "S") && isOf(rest.last, "E", "W")
    return isInFront || isBehind ? (first, rest) : nil
  }
}
