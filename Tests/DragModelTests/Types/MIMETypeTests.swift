import Foundation
import Harness
import Testing

@testable import DragModel

@Suite struct MIMETypeTests {
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

  @Test
  func theWebPlatformTestsFileIsComplete() {
    #expect(Case.all.count == 74)
    #expect(Case.all.count { $0.output == nil } == 20)
  }

  @Test(arguments: Case.all)
  func parsesAndSerialisesAsTheWebPlatformTestsWant(_ example: Case) throws {
    let type = MIMEType(example.input)
    #expect(
      type.map { Array($0.description.unicodeScalars) }
        == example.output.map { Array($0.unicodeScalars) })
    #expect(StandardParser.roundTrip(example.input) == example.output)
  }

  @Test
  func showsItsParts() throws {
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

  @Test
  func hasNoParametersWhenNoneAreWritten() throws {
    let type = try #require(MIMEType("image/svg+xml"))
    #expect(type.parameters.isEmpty)
    #expect(type.essence == "image/svg+xml")
    #expect(type.subtype == "svg+xml")
  }

  @Test
  func comparesAnEssenceWithoutCuttingItOut() throws {
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

  @Test
  func twoSpellingsOfOneTypeAreEqualAndHashAlike() {
    #expect(MIMEType("TEXT/Plain; CHARSET=\"utf-8\"") == MIMEType("text/plain;charset=utf-8"))
    #expect(
      MIMEType("TEXT/Plain; CHARSET=\"utf-8\"").hashValue
        == MIMEType("text/plain;charset=utf-8").hashValue)
    #expect(MIMEType("text/plain;charset=UTF-8") != MIMEType("text/plain;charset=utf-8"))
    #expect(MIMEType("a/b;x=1;y=2") != MIMEType("a/b;y=2;x=1"))
  }

  @Test
  func onlyCodePointsPastLatin1SpoilTheParameterTheyStandIn() {
    #expect(MIMEType("a/b;x=\u{FF};y=1")?.description == "a/b;x=\"\u{FF}\";y=1")
    #expect(MIMEType("a/b;x=\u{100};y=1")?.description == "a/b;y=1")
    #expect(MIMEType("a/b;x=\"\u{1F600}\";y=1")?.description == "a/b;y=1")
    #expect(MIMEType("a/b;x=e\u{301};y=1")?.description == "a/b;y=1")
    #expect(MIMEType("a/b;\u{E9}=1;y=1")?.description == "a/b;y=1")
    #expect(MIMEType("a/\u{E9}") == nil)
    #expect(MIMEType("\u{130}/b") == nil)
    #expect(MIMEType("a/b\0") == nil)
  }

  @Test
  func isNoLargerThanAString() {
    #expect(MemoryLayout<MIMEType>.size == MemoryLayout<String>.size)
    #expect(MemoryLayout<MIMEType?>.size == MemoryLayout<String>.size)
  }

  @Test
  func theConstantsAreWhatTheParserWouldMakeOfThem() {
    #expect(MIMEType("application/octet-stream") == .octetStream)
    #expect(MIMEType("text/plain;charset=utf-8") == .utf8Text)
  }

  @Test(arguments: 1...4)
  func randomTextParsesAsTheStandardsStepsDoAndASecondTimeToTheSame(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var parsed = 0
    for _ in 0..<50_000 {
      let text = Self.randomText(&generator)
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
  private static func randomText(_ generator: inout SeededGenerator) -> String {
    var text =
      ["", "a/b", "Text/Plain;", " x/y ; z=", "image/*", "a/b;c=\""].randomElement(
        using: &generator)
      ?? ""
    for _ in 0..<Int.random(in: 0...12, using: &generator) {
      text += fragments.randomElement(using: &generator) ?? ""
    }
    return text
  }
}
