import Foundation
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

  @Test func theReferenceHasEveryMemberAndItsLinksLeadSomewhere() throws {
    try Fixture.run { fixture in
      let interfaces = URL(filePath: Built.packageRoot).appending(path: "dbus")
      let files = try FileManager.default.contentsOfDirectory(atPath: interfaces.path)
        .filter { $0.hasSuffix(".xml") }.sorted()
      let result = try Program.run(
        "\(Built.packageRoot)/.make/reference",
        [fixture.folder.path] + files.map { interfaces.appending(path: $0).path })
      #expect(result.exit == .success, "\(result.output)\(result.error)")
      var pages: [String: String] = [:]
      for name in try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)
      where name.hasSuffix(".html") {
        pages[name] = try String(contentsOfFile: fixture.folder.path(name), encoding: .utf8)
      }
      #expect(pages.count == files.count + 1)
      for file in files {
        let text = try String(contentsOf: interfaces.appending(path: file), encoding: .utf8)
        let page = try #require(pages[file.replacing(".xml", with: ".html")])
        #expect(pages["index.html"]?.contains("href=\"\(file.dropLast(4)).html\"") == true)
        for member in text.matches(of: /<(?:method|signal|property) name="(\w+)"/) {
          #expect(page.contains("<h3 id=\"\(member.1)\">"), "\(file) \(member.1)")
        }
      }
      for (name, page) in pages {
        for link in page.matches(of: /href=["']([^"'#]*)(?:#(\w+))?["']/)
        where !link.1.hasPrefix("../") {
          let target = pages[link.1.isEmpty ? name : String(link.1)]
          let place = link.2.map { target?.contains("id=\"\($0)\"") == true } ?? (target != nil)
          #expect(place, "\(name): \(link.0)")
        }
      }
    }
  }
}
