import Foundation
import Testing

@testable import DragModel

@Suite("MIME types")
struct MIMETypeTests {
  /// A case of the Web Platform Tests; a null output means failure.
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    var input: String
    var output: String?
    var testDescription: String { input.debugDescription }

    static let all: [Case] = {
      do {
        let file = try #require(
          Bundle.module.url(
            forResource: "wpt-mime-types", withExtension: "json", subdirectory: "Resources"))
        return try JSONDecoder().decode([Entry].self, from: Data(contentsOf: file))
          .compactMap(\.example)
      } catch {
        Issue.record(error)
        return []
      }
    }()

    /// A section's title or a case.
    private struct Entry: Decodable {
      var example: Case?
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        example = try? container.decode(Case.self)
        if example == nil { _ = try container.decode(String.self) }
      }
    }
  }

  @Test("the Web Platform Tests' file is complete")
  func allCases() {
    #expect(Case.all.count == 74)
    #expect(Case.all.count { $0.output == nil } == 20)
  }

  @Test("parses and serialises as the Web Platform Tests want", arguments: Case.all)
  func webPlatformTest(_ example: Case) throws {
    let type = MIMEType(example.input)
    #expect(
      type.map { Array($0.description.unicodeScalars) }
        == example.output.map { Array($0.unicodeScalars) })
    #expect(StandardParser.roundTrip(example.input) == example.output)
  }

  @Test("shows its parts")
  func parts() throws {
    let type = try #require(MIMEType(" Text/HTML ; Charset=\"UTF-8\";x=\"a;b\\\"\\\\é\"; y=\"\""))
    #expect(type.essence == "text/html")
    #expect(type.type == "text")
    #expect(type.subtype == "html")
    #expect(
      type.parameters == [
        .init(name: "charset", value: "UTF-8"), .init(name: "x", value: "a;b\"\\é"),
        .init(name: "y", value: ""),
      ])
    #expect(type.description == "text/html;charset=UTF-8;x=\"a;b\\\"\\\\é\";y=\"\"")
  }

  @Test("has no parameters when none are written")
  func noParameters() throws {
    let type = try #require(MIMEType("image/svg+xml"))
    #expect(type.parameters.isEmpty)
    #expect(type.essence == "image/svg+xml")
    #expect(type.subtype == "svg+xml")
  }

  @Test("compares an essence without cutting it out")
  func comparesEssence() throws {
    let plain = try #require(MIMEType("text/plain"))
    let utf8 = try #require(MIMEType("text/plain;charset=utf-8"))
    for type in [plain, utf8] {
      #expect(type.hasEssence("text/plain"))
      #expect(!type.hasEssence("text/plai"))
      #expect(!type.hasEssence("text/plainer"))
      #expect(!type.hasEssence("text/plait"))
      #expect(!type.hasEssence(""))
      #expect(type.hasType("text"))
      #expect(!type.hasType("tex"))
      #expect(!type.hasType("texts"))
      #expect(!type.hasType("text/plain"))
    }
  }

  @Test("two spellings of one type are equal, and hash alike")
  func equalSpellings() {
    #expect(MIMEType("TEXT/Plain; CHARSET=\"utf-8\"") == MIMEType("text/plain;charset=utf-8"))
    #expect(
      MIMEType("TEXT/Plain; CHARSET=\"utf-8\"").hashValue
        == MIMEType("text/plain;charset=utf-8").hashValue)
    #expect(MIMEType("text/plain;charset=UTF-8") != MIMEType("text/plain;charset=utf-8"))
    #expect(MIMEType("a/b;x=1;y=2") != MIMEType("a/b;y=2;x=1"))
  }

  @Test("code points past U+00FF spoil the parameter they stand in, U+00FF does not")
  func codePointsPastLatin1() {
    #expect(MIMEType("a/b;x=\u{FF};y=1")?.description == "a/b;x=\"\u{FF}\";y=1")
    #expect(MIMEType("a/b;x=\u{100};y=1")?.description == "a/b;y=1")
    #expect(MIMEType("a/b;x=\"\u{1F600}\";y=1")?.description == "a/b;y=1")
    #expect(MIMEType("a/b;x=e\u{301};y=1")?.description == "a/b;y=1")
    #expect(MIMEType("a/b;\u{E9}=1;y=1")?.description == "a/b;y=1")
    #expect(MIMEType("a/\u{E9}") == nil)
    #expect(MIMEType("\u{130}/b") == nil)
    #expect(MIMEType("a/b\0") == nil)
  }

  @Test("is no larger than a string")
  func size() {
    #expect(MemoryLayout<MIMEType>.size == MemoryLayout<String>.size)
    #expect(MemoryLayout<MIMEType?>.size == MemoryLayout<String>.size)
  }

  @Test("the constants are what the parser would make of them")
  func constants() {
    #expect(MIMEType("application/octet-stream") == .octetStream)
    #expect(MIMEType("text/plain;charset=utf-8") == .utf8Text)
  }

  @Test(
    "random text parses as the standard's steps do, and a second time to the same", arguments: 1...4
  )
  func randomText(seed: UInt64) {
    var random = SplitMix(state: seed)
    var parsed = 0
    for _ in 0..<50_000 {
      let text = Self.randomText(&random)
      let type = MIMEType(text)
      let expected = StandardParser.roundTrip(text)
      guard type?.description == expected else {
        Issue.record("\(text.debugDescription): \(String(describing: type))")
        return
      }
      guard let type else { continue }
      parsed += 1
      let again = MIMEType(type.description)
      guard again == type, again?.description == type.description,
        type.hasEssence(type.essence), type.hasType(type.type),
        type.essence == type.type + "/" + type.subtype,
        MIMEType(type.essence)?.parameters == []
      else {
        Issue.record("\(text.debugDescription) does not survive a second time: \(type)")
        return
      }
    }
    #expect(parsed > 10_000)
    #expect(parsed < 49_000)
  }

  private static let fragments = [
    "/", "/", ";", ";", ";", "=", "=", "\"", "\"", "\\", " ", "\t", "\n", "\r", "\u{B}", "\u{C}",
    "\0",
    "\u{7F}", "\u{80}", "\u{BF}", "\u{C0}", "\u{FF}", "\u{100}", "\u{301}", "\u{FFFD}", "\u{1F600}",
    "a", "Z", "text", "Plain", "charset", "utf-8", "x", "*", "(", ",", "!#$%&'*+-.^_`|~",
  ]

  /// Text that resembles a type, to reach deep into the parser.
  private static func randomText(_ random: inout SplitMix) -> String {
    var text =
      ["", "a/b", "Text/Plain;", " x/y ; z=", "image/*", "a/b;c=\""].randomElement(using: &random)
      ?? ""
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      text += fragments.randomElement(using: &random) ?? ""
    }
    return text
  }
}

/// SplitMix64: the same numbers in every run.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }
}
