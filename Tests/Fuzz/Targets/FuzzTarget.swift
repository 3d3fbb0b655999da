/// A decoder, or a family of them, as a function over any bytes.
struct FuzzTarget: Sendable {
  /// Its corpus is the folder of that name in Corpora.
  let name: String
  /// Decodes what it is given. It never traps; it throws where the decoder breaks a promise, and returns when the bytes
  /// are refused.
  let run: @Sendable ([UInt8]) throws -> Void
  /// Inputs that are right, to begin with. Made when asked for: a start pays for one target.
  var seeds: [[UInt8]] { makeSeeds() }
  /// Inputs need not be longer to reach everything; long ones are slow.
  let maxLength: Int
  /// Parts of inputs that chance does not find.
  var dictionary: [String] { makeDictionary() }

  private let makeSeeds: @Sendable () -> [[UInt8]]
  private let makeDictionary: @Sendable () -> [String]

  init(
    _ name: String, seeds: @autoclosure @escaping @Sendable () -> [[UInt8]],
    maxLength: Int = 1024, dictionary: @autoclosure @escaping @Sendable () -> [String] = [],
    _ run: @escaping @Sendable ([UInt8]) throws -> Void
  ) {
    self.name = name
    makeSeeds = seeds
    self.maxLength = maxLength
    makeDictionary = dictionary
    self.run = run
  }

  /// Seeds that are texts, in which the examples have “|” for NUL.
  init(
    _ name: String, seeds: @autoclosure @escaping @Sendable () -> [String],
    maxLength: Int = 1024, dictionary: @autoclosure @escaping @Sendable () -> [String] = [],
    _ run: @escaping @Sendable ([UInt8]) throws -> Void
  ) {
    self.init(
      name, seeds: seeds().map { $0.utf8.map { $0 == UInt8(ascii: "|") ? 0 : $0 } },
      maxLength: maxLength, dictionary: dictionary(), run)
  }

  static let all: [FuzzTarget] = [
    types, calls, replies, messages, frames, state, journal, ledger, recordLog, notes, json,
    geocache, gpx, png, uriList, card, markdown, html, text, arguments, words, names, archives,
    trees, pictures, cards,
  ]

  static func named(_ name: String) -> FuzzTarget? {
    all.first { $0.name == name }
  }
}

/// A promise that a decoder broke.
struct BrokenPromise: Error, CustomStringConvertible {
  let description: String
}

/// Throws unless `condition` holds.
func promise(
  _ condition: Bool, _ what: @autoclosure () -> String, line: UInt = #line, file: String = #fileID
) throws(BrokenPromise) {
  guard condition else { throw BrokenPromise(description: "\(file):\(line): \(what())") }
}
