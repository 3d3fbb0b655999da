import Harness
import Testing

@Suite struct DocumentationTests {
  @Test func everyPublicSymbolIsDocumentedAndDoccHasNoWarning() throws {
    try Fixture.run { fixture in
      let result = try Program.run(
        "\(Built.packageRoot)/.make/docs",
        ["\(Built.folder)/Modules", fixture.folder.path("docs")],
        within: .seconds(120))
      #expect(result.exit == .success, "\(result.output)\(result.error)")
    }
  }
}
