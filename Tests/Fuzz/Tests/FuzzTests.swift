import Foundation
import Harness
import Testing

/// What `make fuzz` does for long, for a moment: every target over its corpus and over inputs made at random, but the
/// same ones each time.
@Suite struct FuzzTests {
  @Test(arguments: FuzzTarget.all.map(\.name))
  func `every decoder keeps its promises`(name: String) throws {
    let target = try #require(FuzzTarget.named(name))
    let corpus = try Self.corpus(name) + target.seeds.map { ("a seed", $0) }
    #expect(!target.seeds.isEmpty)
    for (file, input) in corpus { expect(target, input, file) }
    var mutator = Mutator(corpus.map(\.1), seed: 1)
    let end =
      ContinuousClock.now + .seconds(Extent.current == .usual ? 1 : 60) / FuzzTarget.all.count
    while ContinuousClock.now < end { expect(target, mutator.next(), "") }
  }

  private func expect(_ target: FuzzTarget, _ input: [UInt8], _ name: String) {
    #expect(throws: Never.self, "\(target.name), \(name): \(Data(input).base64EncodedString())") {
      try target.run(input)
    }
  }

  private static func corpus(_ name: String) throws -> [(String, [UInt8])] {
    let folder = "\(Built.packageRoot)/Tests/Fuzz/Corpora/\(name)"
    guard FileManager.default.fileExists(atPath: folder) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { file in
      (file, [UInt8](try Data(contentsOf: URL(filePath: "\(folder)/\(file)"))))
    }
  }

  @Test func `every corpus has a target`() throws {
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: "\(Built.packageRoot)/Tests/Fuzz/Corpora")
    #expect(folders.filter { FuzzTarget.named($0) == nil } == [])
  }

  @Test func `a broken promise is noticed`() {
    let target = FuzzTarget("example", seeds: [[0]]) { bytes throws(BrokenPromise) in
      try promise(bytes.count < 3, "there are \(bytes.count)")
    }
    var mutator = Mutator(target.seeds, seed: 1)
    #expect(throws: BrokenPromise.self) {
      for _ in 0..<1000 { try target.run(mutator.next()) }
    }
  }
}
