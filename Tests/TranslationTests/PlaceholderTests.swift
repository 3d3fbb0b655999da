import Testing

@testable import Translations

@Suite struct PlaceholderTests {
  @Test func `each value stands in the place of its name, however often and in any order`() {
    #expect(
      Placeholders.filled("{b} of {a}, {b}", with: ["a": 3, "b": "two"]) == "two of 3, two")
  }

  @Test func `a value is never read as a part of the message`() {
    #expect(
      Placeholders.filled("{a} and {b}", with: ["a": "{b} %s %n", "b": "{a}"])
        == "{b} %s %n and {a}")
  }

  @Test(arguments: ["{", "}", "{}", "a {unknown} b", "{a", "%s %1$n"])
  func `what is no name of a value stays as it is`(text: String) {
    #expect(Placeholders.filled(text, with: ["a": "value"]) == text)
  }

  @Test func `a brace before a name hides nothing`() {
    #expect(Placeholders.filled("{{a}", with: ["a": "value"]) == "{value")
    #expect(Placeholders.filled("{ {a}", with: ["a": "value"]) == "{ value")
  }
}
