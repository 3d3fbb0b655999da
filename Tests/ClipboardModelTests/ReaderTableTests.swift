import DragModel
import Testing

@testable import ClipboardModel

/// The machines of reading and telling, state by state.
@Suite struct ReaderTableTests {
  static let read = TargetReader.Read(
    number: ReadNumber(1), serial: Serial(1), purpose: .kdeCut, deadline: 100)

  @Test func `a reader reads one target until its end or its time`() {
    var reader = TargetReader()
    #expect(reader.isIdle && reader.deadline == nil)
    #expect(reader.timePassed(1_000) == nil)
    #expect(reader.ended(ReadNumber(1)) == nil)
    reader.start(Self.read)
    #expect(!reader.isIdle && reader.deadline == 100)
    #expect(reader.ended(ReadNumber(2)) == nil)
    #expect(reader.timePassed(99) == nil)
    var other = reader
    #expect(other.ended(ReadNumber(1)) == Self.read)
    #expect(other.isIdle)
    #expect(reader.timePassed(100) == Self.read)
    #expect(!reader.isIdle && reader.deadline == nil)
    #expect(reader.timePassed(1_000) == nil)
    #expect(reader.ended(ReadNumber(2)) == nil)
    #expect(!reader.isIdle)
    #expect(reader.ended(ReadNumber(1)) == nil)
    #expect(reader.isIdle)
  }

  @Test func `a notice is told at once, and the last of many after a pause`() {
    var notice = ChangeNotice<Serial>()
    #expect(notice.deadline == nil)
    #expect(notice.timePassed(5) == nil)
    #expect(notice.changed(to: Serial(1), at: 0) == Serial(1))
    #expect(notice.changed(to: Serial(2), at: 1) == nil)
    #expect(notice.changed(to: Serial(3), at: 2) == nil)
    #expect(notice.timePassed(99_999) == nil)
    #expect(notice.timePassed(100_000) == Serial(3))
    #expect(notice.timePassed(199_999) == nil)
    #expect(notice.deadline == 200_000)
    #expect(notice.timePassed(200_000) == nil)
    #expect(notice.deadline == nil)
  }

  @Test func `an inspection reads what marks the content and nothing else`() {
    var plain = Inspection(ImportedTypes(["text/plain"]))
    #expect(plain.next == nil && !plain.isDone)
    plain.start()
    #expect(plain.next == nil && plain.isDone)

    let marked = ImportedTypes([
      "x-kde-passwordManagerHint", "x-special/gnome-copied-files", "application/vnd.dragd.offer",
    ])
    var inspection = Inspection(marked)
    #expect(inspection.next == nil)
    inspection.start()
    #expect(inspection.next == .sensitivityHint)
    inspection.read(.sensitivityHint, .complete(size: 6, start: Array("public".utf8)))
    #expect(inspection.next == .offerPath)
    let path = "/org/dragd/Broker1/offer/" + String(repeating: "b", count: 26)
    inspection.read(.offerPath, .complete(size: 51, start: Array(path.utf8)))
    #expect(inspection.isDone && !inspection.isSensitive && !inspection.isCut)
    #expect(inspection.offer == Identifier(String(repeating: "b", count: 26)))
    inspection.read(
      .gnomeFiles(target: TargetNames.gnomeFiles), .complete(size: 3, start: Array("cut".utf8)))
    #expect(!inspection.isCut)
  }

  @Test func `an offer is found before file managers' lists, and of a cut only KDE's mark is read`()
  {
    var inspection = Inspection(
      ImportedTypes([
        "x-special/gnome-copied-files", "application/x-kde-cutselection",
        "application/vnd.dragd.offer",
      ]))
    inspection.start()
    #expect(inspection.next == .offerPath)
    var unreadable = inspection
    unreadable.read(.offerPath, .failed)
    #expect(unreadable.next == .kdeCut)
    var unmarked = unreadable
    unmarked.read(.kdeCut, .failed)
    #expect(unmarked.next == .gnomeFiles(target: TargetNames.gnomeFiles))
    // KDE's mark says it all, also where nothing is cut.
    unreadable.read(.kdeCut, .complete(size: 1, start: Array("0".utf8)))
    #expect(unreadable.isDone && !unreadable.isCut)
    let path = "/org/dragd/Broker1/offer/" + String(repeating: "b", count: 26)
    inspection.read(.offerPath, .complete(size: 51, start: Array(path.utf8)))
    #expect(inspection.next == .kdeCut)
    inspection.read(.kdeCut, .complete(size: 1, start: Array("1".utf8)))
    #expect(inspection.isDone && inspection.isCut)
  }

  @Test func `what an owner that has gone did not say may be a secret`() {
    var inspection = Inspection(ImportedTypes(["x-kde-passwordManagerHint", "text/plain"]))
    inspection.start()
    inspection.ownerLeft()
    #expect(inspection.isDone && inspection.isSensitive)
    var plain = Inspection(ImportedTypes(["text/plain"]))
    plain.ownerLeft()
    #expect(plain.isDone && !plain.isSensitive)
  }

  @Test func `a read-ahead is off, due, running and done`() {
    let types = ImportedTypes(["text/html", "image/png"])
    var off = ReadAhead(types, room: 10, at: nil)
    off.timePassed(.max)
    off.startNow()
    #expect(!off.isRunning && !off.isDone && off.deadline == nil && off.next == nil)

    var ahead = ReadAhead(types, room: 10, at: 100)
    #expect(ahead.deadline == 100)
    ahead.timePassed(99)
    #expect(!ahead.isRunning)
    var early = ahead
    early.ownerLeft()
    #expect(!early.isDone && early.deadline == nil)
    ahead.timePassed(100)
    #expect(ahead.isRunning && ahead.next == .keep(types.types[0]))
    ahead.read(types.types[0], ReadNumber(1), .complete(size: 7, start: []))
    #expect(ahead.room == 3)
    var left = ahead
    left.ownerLeft()
    #expect(left.isDone && left.read.count == 1)
    var stopped = ahead
    #expect(stopped.stop().map(\.read) == [ReadNumber(1)])
    #expect(!stopped.isRunning && !stopped.isDone && stopped.read.isEmpty)
    ahead.read(types.types[1], ReadNumber(2), .failed)
    #expect(ahead.isDone && ahead.next == nil && ahead.read.count == 1)
  }

  @Test func `the history lets the oldest go, but none that is pinned`() {
    var limits = History.Limits()
    limits.count = 2
    limits.bytes = 100
    var history = History(limits)
    func content(_ number: UInt64, _ size: UInt64) -> KeptContent {
      let type = ImportedType(type: .utf8Text, target: "UTF8_STRING")
      return KeptContent(
        serial: Serial(number),
        types: [KeptType(imported: type, read: ReadNumber(number), size: size)], copied: number)
    }
    #expect(history.add(content(1, 10)).isEmpty)
    #expect(history.pin(Serial(1)) == .pinned)
    #expect(history.pin(Serial(1)) == .pinned)
    #expect(history.pin(Serial(9)) == .unknown)
    #expect(history.add(content(2, 60)).isEmpty)
    #expect(history.add(content(3, 60)).map(\.serial) == [Serial(2)])
    #expect(history.add(content(4, 30)).isEmpty)
    #expect(history.add(content(5, 1)).map(\.serial) == [Serial(3)])
    #expect(history.entries.map(\.content.serial.number) == [5, 4, 1])
    #expect(history.pin(Serial(4)) == .pinned)
    #expect(history.pin(Serial(5)) == .full)
    #expect(history.remove(Serial(1))?.serial == Serial(1))
    #expect(history.remove(Serial(1)) == nil)
    #expect(history.pin(Serial(5)) == .pinned)
    #expect(history.unpin(Serial(9)) == nil)
    #expect(history.add(content(6, 60)).isEmpty)
    #expect(history.unpin(Serial(5))?.isEmpty == true)
    // Two newer ones are there already.
    #expect(history.unpin(Serial(4))?.map(\.serial) == [Serial(4)])
    #expect(history.entries.map(\.content.serial.number) == [6, 5])
    #expect(history.entries.allSatisfy { !$0.isPinned })
  }
}
