import Testing

/// Every rule is shown to find what it forbids, and to leave alone what it does not.
@Suite struct RuleTests {
  private func messages(_ path: String, _ text: String) -> [String] {
    SourceRules(path: path, text: text).violations.map(\.message)
  }

  @Test func `an arrow that points up is found`() {
    #expect(
      messages("Sources/DragModel/A.swift", "import DBus") == ["DragModel may not import DBus"])
    #expect(
      messages("Sources/DBus/A.swift", "internal import DragProtocol")
        == ["DBus may not import DragProtocol"])
    #expect(
      messages("Sources/DragConnection/A.swift", "\npackage import DragBroker")
        == ["DragConnection may not import DragBroker"])
    #expect(
      messages("Sources/GtkKit/A.swift", "@_exported import struct BoardModel.Card")
        == ["GtkKit may not import BoardModel"])
  }

  @Test func `an arrow that points down is allowed, through other layers too`() {
    #expect(messages("Sources/dragctl/A.swift", "import DragConnection\nimport DragModel") == [])
    #expect(messages("Sources/XSelections/A.swift", "internal import CXCB") == [])
    #expect(messages("Sources/DragBroker/A.swift", "import DesktopTypes\nimport DBus") == [])
    #expect(messages("Sources/dragboard/A.swift", "import Foundation\nimport DragClient") == [])
  }

  @Test func `the list of layers has no arrow that points up`() {
    let order = Layers.arrows.map(\.folder)
    for (index, layer) in Layers.arrows.enumerated() {
      for target in layer.to {
        #expect(
          order.firstIndex(of: target).map { $0 > index } == true, "\(layer.folder) → \(target)")
      }
    }
  }

  @Test func `a C module is seen only by the layer that makes it Swift`() {
    #expect(
      messages("Sources/dragd/A.swift", "import CLinux") == ["dragd may not import CLinux"])
    #expect(
      messages("Sources/DragBroker/A.swift", "import CDBus")
        == ["DragBroker may not import CDBus"])
    #expect(messages("Sources/DragSystem/A.swift", "internal import CLinux") == [])
  }

  @Test(arguments: ["Foundation", "FoundationEssentials", "Dispatch", "_Concurrency", "Glibc"])
  func `what makes a start slow is not imported`(module: String) {
    for layer in Layers.synchronous {
      #expect(
        messages("Sources/\(layer)/A.swift", "import \(module)")
          == ["\(layer) may not import \(module)"])
    }
  }

  @Test func `a folder that is no layer is found`() {
    #expect(messages("Sources/Utilities/A.swift", "") == ["Utilities is not one of the layers"])
  }

  @Test(arguments: [
    "func f() async {}", "await f()", "actor A {}", "Task { }", "Task.detached { }",
    "DispatchQueue.main", "@MainActor",
  ])
  func `tasks and actors are found where one loop does everything`(code: String) {
    #expect(messages("Sources/DragBroker/A.swift", code).count == 1)
    #expect(messages("Sources/DragClient/A.swift", code).count == 0)
  }

  @Test(arguments: ["final class A: @unchecked Sendable {}", "nonisolated(unsafe) var a = 1"])
  func `an unproven claim of safety is found outside the layers that touch C`(code: String) {
    #expect(messages("Sources/DragBroker/A.swift", code).count == 1)
    #expect(messages("Sources/dragboard/A.swift", code).count == 1)
    #expect(messages("Sources/DBus/A.swift", code).count == 0)
    #expect(messages("Sources/DragSystem/A.swift", code).count == 0)
  }

  @Test func `a trap on an error is found`() {
    #expect(messages("Sources/DBus/A.swift", "let a = try! f()").count == 1)
    #expect(messages("Sources/DragModel/A.swift", "let a = b as! C").count == 1)
    #expect(messages("Sources/DragModel/A.swift", "let a = try? f() as? C").count == 0)
  }

  @Test(arguments: [
    "var fd: Int32", "let descriptors: [CInt] = []", "func run(outputDescriptor: Int32) {}",
    "func descriptor() throws -> Int32 { 0 }",
  ])
  func `a descriptor that is a bare number is found`(code: String) {
    #expect(messages("Sources/DragConnection/A.swift", code).count == 1)
    #expect(messages("Sources/DragSystem/A.swift", code).count == 0)
  }

  @Test func `other numbers are not taken for descriptors`() {
    let code = "var status: Int32\nlet fd: OwnedFileDescriptor\nvar descriptorCount: Int32"
    #expect(messages("Sources/DragConnection/A.swift", code) == [])
  }

  @Test func `comments and strings are not code`() {
    let code = """
      // import Foundation, await
      /* actor /* nested */ try! */
      let a = "try! await", b = #"Task "quoted" as!"#
      let c = \"\"\"
        import Dispatch
        async \\\"\"\" await
        \"\"\"
      """
    #expect(messages("Sources/DragModel/A.swift", code) == [])
    #expect(messages("Sources/DragModel/A.swift", code + "\nawait a").count == 1)
  }

  @Test func `the line of a violation is told`() {
    let text = "/*\n\n*/\n\"\"\"\n\n\"\"\"\nimport DBus"
    #expect(SourceRules(path: "Sources/DragModel/A.swift", text: text).violations[0].line == 7)
  }

  @Test func `a file that is too long is found`() {
    let lines = String(repeating: "a\n", count: FileRules.longest)
    #expect(FileRules.violations(path: "Sources/A.swift", text: lines) == [])
    #expect(FileRules.violations(path: "Sources/A.swift", text: lines + "b\n").count == 1)
    #expect(FileRules.violations(path: "Tests/a.json", text: lines + "b\n") == [])
  }

  @Test func `a line that is too wide is found`() {
    let line = String(repeating: "ü", count: FileRules.widest)
    for path in ["Sources/A.swift", "README.md", "Sources/a/Manual/a.1", ".make/a", "Tests/a.py"] {
      #expect(FileRules.violations(path: path, text: "a\n\(line)") == [])
      #expect(FileRules.violations(path: path, text: "a\n\(line)b").map(\.line) == [2])
    }
    for path in ["Sources/a/de.po", ".make/a.svg", "Tests/Fuzz/Corpora/json/a"] {
      #expect(FileRules.violations(path: path, text: "a\n\(line)b") == [])
    }
  }

  @Test(arguments: ["ho" + "me", "ro" + "ot", "wo" + "rk", "Us" + "ers", "t" + "mp"])
  func `a path of one machine is found`(folder: String) {
    #expect(FileRules.violations(path: "Makefile", text: "cd /\(folder)/me/a").count == 1)
    #expect(FileRules.violations(path: "a.py", text: "x = '/\(folder)/b'").count == 1)
    #expect(FileRules.violations(path: "a.py", text: "see folder/\(folder)/b or /\(folder)") == [])
    #expect(FileRules.violations(path: "a.sh", text: "\"$root/\(folder)/$x\"") == [])
  }

  @Test func `a comment of a condition that is not constant is found`() {
    let condition = "@Test(.enabled" + "(if: can == nil, "
    #expect(
      FileRules.violations(path: "Tests/A.swift", text: condition + "\"" + #"\(can)"))"#).count == 1
    )
    #expect(
      FileRules.violations(path: "Tests/A.swift", text: condition + #""no namespaces"))"#) == [])
  }

  @Test func `something that does not belong at the top is found`() {
    #expect(
      FileRules.violations(top: ["Sources", ".ci", "scripts", "Makefile", "notes.md"]).map(\.path)
        == ["notes.md", "scripts"])
  }
}
