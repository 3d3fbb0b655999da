import Testing

@testable import DragModel

@Suite struct TypeMembersTests {
  @Test
  func aTypesMembersAreThoseThatAreItOrAreOfItsKind() {
    let table = TypeTable.desktop
    let others: Set = [
      "text/plain", "text/unknown", "text/*", "a/b", "application/octet-stream", "image/png",
    ]
    for wanted in table.known.union(others) where table.canonical(wanted) == wanted {
      let members = table.members(of: wanted)
      for name in table.known.union(others) {
        let canonical = table.canonical(name)
        let isMember = canonical == wanted || table.kinds(of: canonical).contains(wanted)
        #expect(members.contains(name) == isMember, "\(name), a \(wanted)")
      }
    }
  }

  @Test
  func everyTextIsPlainTextButAnotherNameOfWhatIsNone() {
    let plain = TypeTable.desktop.members(of: "text/plain")
    #expect(plain.excludedTexts == ["text/pdf", "text/ico"])
    #expect(plain.contains("text/nobody-knows") && plain.contains("application/gpx+xml"))
    #expect(!plain.contains("text/pdf") && !plain.contains("application/pdf"))
    #expect(TypeTable.desktop.members(of: "a/b") == TypeMembers("a/b"))
  }
}
