import Foundation
import Harness
import Testing

/// The programs' messages in all languages.
@Suite struct CatalogueTests {
  /// The environment of a user who speaks German.
  private static func german(_ fixture: Fixture) throws -> [String: String] {
    let folder = try fixture.folder.makeFolder("locale")
    let compiled = try fixture.run("\(Built.packageRoot)/.make/catalogues", [folder])
    #expect(compiled.exit == .success, "\(compiled.error)")
    return try fixture.locale("de_DE").merging(["TEXTDOMAINDIR": folder]) { $1 }
  }

  @Test func `the languages and the sources have the same messages, with the same names of values`()
    throws
  {
    try Fixture.run { fixture in
      let result = try fixture.run("\(Built.packageRoot)/.make/messages", ["check"])
      #expect(result.exit == .success, "\(result.output)\(result.error)")
    }
  }

  @Test func `a message comes in the person's language, with its values`() throws {
    try Fixture.run { fixture in
      let german = try Self.german(fixture)
      let result = try fixture.run(Built.dragctl, ["acept {verb} %s"], environment: german)
      #expect(
        result.error.hasPrefix("dragctl: unbekanntes Verb „acept {verb} %s“\n"), "\(result.error)")
      #expect(result.exit == .exited(2))
    }
  }

  @Test func `without UTF-8 quotes are ASCII, and without a locale nothing is translated`() throws {
    try Fixture.run { fixture in
      let german = try Self.german(fixture).merging(["LC_ALL": "C"]) { $1 }
      let result = try fixture.run(Built.dragctl, ["acept"], environment: german)
      #expect(result.error == "dragctl: unknown verb \"acept\"\nDid you mean \"accept\"?\n")
    }
  }

  /// Wraps every message, and so finds a line of a help that was never looked up.
  @Test func `every line of a help is looked up`() throws {
    try Fixture.run { fixture in
      let template = try fixture.run("\(Built.packageRoot)/.make/messages", ["template"]).output
      let marked = template.replacing(#/\nmsgid "(.+)"\nmsgstr ""/#) { match in
        "\nmsgid \"\(match.1)\"\nmsgstr \"‹\(match.1.replacing(" ", with: "_"))›\""
      }
      try fixture.folder.write("xx.po", text: marked)
      let folder = try fixture.folder.makeFolder("locale/xx/LC_MESSAGES")
      let compiled = try fixture.run(
        "/usr/bin/msgfmt", ["-o", "\(folder)/dragd.mo", fixture.folder.path("xx.po")])
      #expect(compiled.exit == .success, "\(compiled.error)")
      let variables = try fixture.locale("de_DE").merging([
        "TEXTDOMAINDIR": fixture.folder.path("locale"), "LANGUAGE": "xx",
      ]) { $1 }
      let overall = try fixture.run(Built.dragctl, ["--help"], environment: variables).output
      let verbs = overall.matches(of: #/\n  ([a-z]+) +‹/#).map { String($0.1) }
      #expect(verbs.count > 15)
      for verb in verbs {
        let help = try fixture.run(Built.dragctl, ["help", verb], environment: variables).output
        for text in [overall, help] {
          // Without what is marked only flags, verbs, numbers and commands are left.
          let left = text.replacing(#/‹[^›]*›/#, with: "")
            .split(separator: "\n").filter { !$0.contains(#/^  \S.*dragctl |^ +\S*dragctl /#) }
          let words = left.flatMap { $0.split(separator: " ") }
            .filter {
              $0.contains(#/^[A-Za-z]{2,}$/#) && !verbs.contains(String($0)) && $0 != "dragctl"
            }
          #expect(words.isEmpty, "\(verb): \(words) in \(text)")
        }
      }
    }
  }

  @Test func `what programs parse is the same in every language`() throws {
    try Fixture.run { fixture in
      let german = try Self.german(fixture)
      let bus = try fixture.bus(.dbusDaemon, services: [.init("org.dragd.Broker1", [Built.dragd])])
      let path = try fixture.folder.write("a file.txt", text: "content")
      let id = try fixture.run(Built.dragctl, ["offer", path], on: bus, environment: german).output
      #expect(id.contains(#/^[a-z2-7]{26}\n$/#), "\(id)")
      let offer = id.replacing("\n", with: "")
      for arguments in [
        ["list", "--json"], ["show", "--json", offer], ["types"], ["list", "-q"],
      ] {
        let english = try fixture.run(Built.dragctl, arguments, on: bus)
        let other = try fixture.run(Built.dragctl, arguments, on: bus, environment: german)
        #expect(!english.output.isEmpty, "\(english.error)")
        #expect(english.output == other.output)
      }
      let missing = try fixture.run(
        Built.dragctl, ["show", String(repeating: "a", count: 26)], on: bus, environment: german)
      #expect(
        missing.error.hasPrefix("dragctl: dieses Angebot gibt es nicht ("), "\(missing.error)")
      let shown = try fixture.run(Built.dragctl, ["show", offer], on: bus, environment: german)
      #expect(shown.output.contains("Angebot"))
    }
  }
}
