import DragConnection
import DragModel
import DragSystem
import Testing

@testable import dragctl

@Suite struct MoveNoteTests {
  private static let place = FilePlace(
    folder: Array("/a b/\u{1F600}".utf8) + [0xFF], folderInode: .max,
    name: [UInt8](1..<255).filter { $0 != UInt8(ascii: "/") })
  private static let source = SourceNote(
    cookie: "secret",
    files: [
      MovableFile(
        key: "k", place: place,
        identity: FileIdentity(device: 1, inode: .max, size: 0, modified: .min)),
      MovableFile(
        key: "l", place: place,
        identity: FileIdentity(device: 0, inode: 7, size: .max, modified: .max)),
    ])
  private static let pending = PendingNote(
    move: NotedMove(
      Identifier(high: 1, middle: 2, low: 3), ledger: Identifier(high: 4, middle: 5, low: 6)),
    place: place, replaces: true)

  @Test func aNoteIsReadAsItWasWritten() {
    #expect(SourceNote(Self.source.text) == Self.source)
    #expect(PendingNote(Self.pending.text) == Self.pending)
    let other = PendingNote(
      move: NotedMove(Self.pending.move.transfer, ledger: nil), place: Self.place, replaces: false)
    #expect(PendingNote(other.text) == other)
  }

  @Test func `a note of a move at another machine names it`() {
    let source = SourceNote(cookie: "c", files: Self.source.files, host: "me@a_b c")
    #expect(SourceNote(source.text) == source)
    let move = NotedMove(
      Self.pending.move.transfer, ledger: Self.pending.move.ledger, host: "me@a_b c")
    let pending = PendingNote(move: move, place: Self.place, replaces: true)
    #expect(PendingNote(pending.text) == pending)
    let both = PendingNote.text(of: [pending, Self.pending])
    #expect(PendingNote(both, named: pending.name) == pending)
  }

  @Test func aNoteOfAnotherKindOrVersionIsNone() {
    #expect(SourceNote(Self.pending.text) == nil)
    #expect(PendingNote(Self.source.text) == nil)
    #expect(SourceNote(Self.source.text.replacing("source 1", with: "source 2")) == nil)
    #expect(PendingNote(Self.pending.text.replacing("tion 2", with: "tion 3")) == nil)
  }

  @Test func `a note of the former version is one without a ledger`() throws {
    var lines = Self.pending.text.split(separator: "\n", omittingEmptySubsequences: false)
    lines[0] = "dragctl-destination 1"
    lines.remove(at: 2)
    let note = try #require(PendingNote(lines.joined(separator: "\n")))
    #expect(note.move == NotedMove(Self.pending.move.transfer, ledger: nil))
    #expect(note.place == Self.place && note.replaces)
  }

  @Test func aNoteWithoutOneOfItsCharactersIsNoneOrSaysSomethingElse() {
    for text in [Self.source.text, Self.pending.text] {
      for index in text.indices {
        var shorter = text
        shorter.remove(at: index)
        #expect(SourceNote(shorter) != Self.source)
        #expect(PendingNote(shorter) != Self.pending)
      }
    }
  }

  @Test func aPathThatIsNotAbsoluteAndANameWithASlashAreRefused() {
    let folder = PercentText.encoded(Self.place.folder)
    let name = PercentText.encoded(Self.place.name)
    for text in [
      Self.pending.text.replacing(folder, with: "x"),
      Self.pending.text.replacing(name, with: "a/b"),
      Self.pending.text.replacing(name, with: ""),
      Self.pending.text.replacing(name, with: "%4"),
    ] {
      #expect(PendingNote(text) == nil)
    }
  }

  @Test(arguments: [
    ("a", "."), ("a/b", "a"), ("/a", "/"), ("//a//", "/"), ("a//", "."), ("../a", ".."),
    ("/a/b/c/", "/a/b"), ("/", "/"),
  ])
  func theFolderOfAPath(_ path: String, _ folder: String) {
    #expect(AbsolutePath.folder(of: Array(path.utf8)) == Array(folder.utf8))
  }
}
