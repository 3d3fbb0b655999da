import DragModel
import Testing

@testable import ClipboardModel

/// Every state of the machines of reading and telling, with every input.
@Suite struct ReadingTableTests {
  private static func perform<Input, Machine>(
    _ rows: [(Input, String)], on machine: Machine, _ name: String,
    _ perform: (Input, inout Machine) -> String
  ) {
    for (input, expected) in rows {
      var changed = machine
      #expect(perform(input, &changed) == expected, "\(name) \(input)")
    }
  }

  // MARK: A read

  enum ReaderState: CaseIterable, Sendable { case idle, reading, cancelling }
  enum ReaderInput: CaseIterable, Sendable { case early, time, ended, otherEnded }

  static let readers: [ReaderState: [(ReaderInput, String)]] = [
    .idle: [
      (.early, "idle false"), (.time, "idle false"), (.ended, "idle false"),
      (.otherEnded, "idle false"),
    ],
    .reading: [
      (.early, "reading false"), (.time, "cancelling true"), (.ended, "idle true"),
      (.otherEnded, "reading false"),
    ],
    .cancelling: [
      (.early, "cancelling false"), (.time, "cancelling false"), (.ended, "idle false"),
      (.otherEnded, "cancelling false"),
    ],
  ]

  @Test(arguments: ReaderState.allCases)
  func `a reader follows its table`(_ state: ReaderState) throws {
    var reader = TargetReader()
    if state != .idle { reader.start(ReaderTableTests.read) }
    if state == .cancelling { _ = reader.timePassed(100) }
    let rows = try #require(Self.readers[state])
    #expect(rows.count == ReaderInput.allCases.count)
    Self.perform(rows, on: reader, "\(state)") { input, reader in
      let read =
        switch input {
        case .early: reader.timePassed(99)
        case .time: reader.timePassed(100)
        case .ended: reader.ended(ReadNumber(1))
        case .otherEnded: reader.ended(ReadNumber(2))
        }
      let name: ReaderState =
        reader.isIdle ? .idle : reader.deadline == nil ? .cancelling : .reading
      return "\(name) \(read != nil)"
    }
  }

  // MARK: A notice

  enum NoticeState: CaseIterable, Sendable { case quiet, pausing, pending }
  enum NoticeInput: CaseIterable, Sendable { case changed, early, time }

  static let notices: [NoticeState: [(NoticeInput, String)]] = [
    .quiet: [(.changed, "pausing 3"), (.early, "quiet -"), (.time, "quiet -")],
    .pausing: [(.changed, "pending -"), (.early, "pausing -"), (.time, "quiet -")],
    .pending: [(.changed, "pending -"), (.early, "pending -"), (.time, "pausing 2")],
  ]

  @Test(arguments: NoticeState.allCases)
  func `a notice follows its table`(_ state: NoticeState) throws {
    var notice = ChangeNotice<Serial>()
    if state != .quiet { _ = notice.changed(to: Serial(1), at: 0) }
    if state == .pending { _ = notice.changed(to: Serial(2), at: 1) }
    let rows = try #require(Self.notices[state])
    #expect(rows.count == NoticeInput.allCases.count)
    Self.perform(rows, on: notice, "\(state)") { input, notice in
      let told =
        switch input {
        case .changed: notice.changed(to: Serial(3), at: 50_000)
        case .early: notice.timePassed(99_999)
        case .time: notice.timePassed(100_000)
        }
      var probe = notice
      let name: NoticeState =
        notice.deadline == nil ? .quiet : probe.timePassed(.max / 2) == nil ? .pausing : .pending
      return "\(name) \(told.map { "\($0.number)" } ?? "-")"
    }
  }

  // MARK: An inspection

  enum InspectionState: CaseIterable, Sendable { case idle, running, done }
  enum InspectionInput: CaseIterable, Sendable { case start, isPublic, isSecret, failed, ownerLeft }

  static let inspections: [InspectionState: [(InspectionInput, String)]] = [
    .idle: [
      (.start, "running false"), (.isPublic, "done false"), (.isSecret, "done true"),
      (.failed, "done true"), (.ownerLeft, "done true"),
    ],
    .running: [
      (.start, "running false"), (.isPublic, "done false"), (.isSecret, "done true"),
      (.failed, "done true"), (.ownerLeft, "done true"),
    ],
    .done: [
      (.start, "done false"), (.isPublic, "done false"), (.isSecret, "done false"),
      (.failed, "done false"), (.ownerLeft, "done false"),
    ],
  ]

  @Test(arguments: InspectionState.allCases)
  func `an inspection follows its table`(_ state: InspectionState) throws {
    func answer(_ text: String) -> ReadOutcome {
      .complete(size: UInt64(text.utf8.count), start: Array(text.utf8))
    }
    var inspection = Inspection(ImportedTypes(["x-kde-passwordManagerHint", "text/plain"]))
    if state != .idle { inspection.start() }
    if state == .done { inspection.read(.sensitivityHint, answer("public")) }
    let rows = try #require(Self.inspections[state])
    #expect(rows.count == InspectionInput.allCases.count)
    Self.perform(rows, on: inspection, "\(state)") { input, inspection in
      switch input {
      case .start: inspection.start()
      case .isPublic: inspection.read(.sensitivityHint, answer("public"))
      case .isSecret: inspection.read(.sensitivityHint, answer("secret"))
      case .failed: inspection.read(.sensitivityHint, .failed)
      case .ownerLeft: inspection.ownerLeft()
      }
      let name: InspectionState =
        inspection.isDone ? .done : inspection.next == nil ? .idle : .running
      return "\(name) \(inspection.isSensitive)"
    }
  }

  // MARK: A read-ahead

  enum AheadState: CaseIterable, Sendable { case off, due, running, last, done }
  enum AheadInput: CaseIterable, Sendable {
    case early, time, start, read, failed, ownerLeft, stop
  }

  /// The state that follows, and how many types are kept.
  static let aheads: [AheadState: [(AheadInput, String)]] = [
    .off: [
      (.early, "off 0"), (.time, "off 0"), (.start, "off 0"), (.read, "off 0"), (.failed, "off 0"),
      (.ownerLeft, "off 0"), (.stop, "off 0"),
    ],
    // Nothing is read before it is due.
    .due: [
      (.early, "due 0"), (.time, "running 0"), (.start, "running 0"), (.read, "due 1"),
      (.failed, "due 0"), (.ownerLeft, "off 0"), (.stop, "off 0"),
    ],
    .running: [
      (.early, "running 0"), (.time, "running 0"), (.start, "running 0"), (.read, "last 1"),
      (.failed, "last 0"), (.ownerLeft, "done 0"), (.stop, "off 0"),
    ],
    .last: [
      (.early, "last 1"), (.time, "last 1"), (.start, "last 1"), (.read, "done 2"),
      (.failed, "done 1"), (.ownerLeft, "done 1"), (.stop, "off 0"),
    ],
    .done: [
      (.early, "done 2"), (.time, "done 2"), (.start, "done 2"), (.read, "done 2"),
      (.failed, "done 2"), (.ownerLeft, "done 2"), (.stop, "off 0"),
    ],
  ]

  @Test(arguments: AheadState.allCases)
  func `a read-ahead follows its table`(_ state: AheadState) throws {
    let types = ImportedTypes(["text/html", "image/png"])
    let complete = ReadOutcome.complete(size: 1, start: [])
    var ahead = ReadAhead(types, room: 10, at: state == .off ? nil : 100)
    if ![.off, .due].contains(state) { ahead.timePassed(100) }
    if [.last, .done].contains(state) { ahead.read(types.types[0], ReadNumber(1), complete) }
    if state == .done { ahead.read(types.types[1], ReadNumber(2), complete) }
    let next = types.types[state == .last ? 1 : 0]
    let rows = try #require(Self.aheads[state])
    #expect(rows.count == AheadInput.allCases.count)
    Self.perform(rows, on: ahead, "\(state)") { input, ahead in
      switch input {
      case .early: ahead.timePassed(99)
      case .time: ahead.timePassed(100)
      case .start: ahead.startNow()
      case .read: ahead.read(next, ReadNumber(3), complete)
      case .failed: ahead.read(next, ReadNumber(3), .failed)
      case .ownerLeft: ahead.ownerLeft()
      case .stop: _ = ahead.stop()
      }
      let name: AheadState =
        if ahead.isDone {
          .done
        } else if ahead.deadline != nil {
          .due
        } else if !ahead.isRunning {
          .off
        } else {
          ahead.next == .keep(types.types[1]) ? .last : .running
        }
      return "\(name) \(ahead.read.count)"
    }
  }
}
