internal import ClipboardModel
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem

/// Records the offers that have the history, so that a restarted dragclip finds them: a file below XDG_RUNTIME_DIR that
/// only its user can read. It names its session; dragclip withdraws the history of another session.
final class HistoryFile {
  /// What a restarted dragclip has to know beside the contents.
  struct Marks {
    let isPaused: Bool
    /// Whether the history was told to forget what was on the clipboard.
    let isPresentForgotten: Bool
    /// The entry that the clipboard was owned with.
    let owned: Identifier?
  }

  private let connection: BrokerConnection
  private let loop: EventLoop
  private let workers: WorkerPool
  /// Nil where there is to be no file.
  var files: SessionFiles?
  /// The first line of the file: what the history belongs to.
  private let session: String
  private var isDirty = false

  private static let name = Array("dragclip-history".utf8)
  private static let newName = Array("dragclip-history.new".utf8)
  // Lines before the records.
  private static let paused = "paused"
  private static let forgotten = "forgotten"
  private static let owned = "own "
  /// A larger file was not written by dragclip.
  private static let mostBytes = 1 << 20
  /// Between a change and its record, in microseconds.
  private static let delay: UInt64 = 200_000
  /// How long dragd may take to answer, in ms.
  private static let timeout = 5_000
  /// Above the numbers of present contents and reads.
  private static let firstNumber: UInt64 = 1 << 32

  /// - Parameter hasDisplay: whether the clipboard is that of a graphical session.
  init(
    _ connection: BrokerConnection, _ loop: EventLoop, _ workers: WorkerPool, hasDisplay: Bool
  ) {
    session = hasDisplay ? Self.graphicalSession : Self.noDisplay
    self.connection = connection
    self.loop = loop
    self.workers = workers
  }

  // MARK: Writing

  /// Records the history soon.
  func save(_ model: @escaping @autoclosure () -> Clipboard) {
    guard !isDirty else { return }
    isDirty = true
    loop.after(microseconds: Self.delay) { [weak self] in self?.saveNow(model()) }
  }

  func saveNow(_ model: Clipboard) {
    guard isDirty else { return }
    isDirty = false
    guard let files else { return }
    let items = model.keptHistory
    let owned = model.ownedEntry.flatMap { serial in
      items.first { $0.content.serial == serial }?.offer
    }
    let records = items.map(HistoryRecord.init)
    let marks = [
      model.isPaused ? Self.paused : nil, model.isPresentForgotten ? Self.forgotten : nil,
      owned.map { "\(Self.owned)\($0)" },
    ].compactMap(\.self)
    let text = ([session] + marks + records.map(\.line)).joined(separator: "\n") + "\n"
    do throws(SystemError) {
      try files.create(Self.newName).write(all: Array(text.utf8))
      try files.replace(Self.name, by: Self.newName)
    } catch {
      // Without the file the history ends with this program.
    }
  }

  func remove() {
    isDirty = false
    files?.remove(Self.name)
  }

  /// In the place of a graphical session.
  private static let noDisplay = "no display"

  /// Identifies a graphical session.
  private static var graphicalSession: String {
    (["XDG_SESSION_ID"] + Display.variables).map { name in
      let value = Environment[name].map { String(decoding: $0, as: UTF8.self) } ?? ""
      return value.split(separator: "\n").joined(separator: " ")
    }.joined(separator: " ")
  }

  // MARK: Reading

  /// Calls `found` for each content, the oldest first; blocks for dragd's answers.
  ///
  /// - Parameter isWanted: whether there is to be a history; else the former one is withdrawn.
  func restore(isWanted: Bool, _ found: (RestoredEntry) -> Void) -> Marks {
    let lines = read()
    // What was copied before there was a display is the user's too.
    let isOfSession =
      isWanted && [session, Self.noDisplay].contains(lines.first.map(String.init) ?? "")
    restore(lines, found, isOfSession: isOfSession)
    return Marks(
      isPaused: isOfSession && lines.contains(Self.paused[...]),
      isPresentForgotten: isOfSession && lines.contains(Self.forgotten[...]),
      owned: isOfSession ? lines.lazy.compactMap(Self.ownedOffer).first : nil)
  }

  private static func ownedOffer(_ line: Substring) -> Identifier? {
    line.hasPrefix(owned) ? Identifier(String(line.dropFirst(owned.count))) : nil
  }

  private func restore(_ lines: [Substring], _ found: (RestoredEntry) -> Void, isOfSession: Bool) {
    let records = lines.dropFirst().compactMap(HistoryRecord.init)
    guard isOfSession else {
      for record in records { withdraw(record.offer) }
      return remove()
    }
    var number = Self.firstNumber
    do throws(RequestError) {
      for record in records.reversed() {
        if let entry = try restore(record, &number) { found(entry) }
      }
    } catch {
      // Nobody is served meanwhile, and a dragd that does not answer for one entry does not for the next.
    }
  }

  private func read() -> [Substring] {
    guard let bytes = files?.read(Self.name, limit: Self.mostBytes) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
  }

  private func withdraw(_ offer: Identifier) {
    if let call = try? BrokerCall<Void>.withdraw(offer).startingNothing() { connection.post(call) }
  }

  /// Nil for an entry that dragd does not have; throws if it does not answer.
  private func restore(
    _ record: HistoryRecord, _ number: inout UInt64
  ) throws(RequestError) -> RestoredEntry? {
    var options = AcceptOptions()
    options.also = ["*/*"]
    options.delivery = .file
    let parts: [AcceptedPart]
    do throws(RequestError) {
      let call = try BrokerCall<[AcceptedPart]>.accept(record.offer, AcceptCall(options: options))
      parts = try connection.perform(call.startingNothing(), timeout: Self.timeout)
    } catch {
      guard error.code != .noReply else { throw error }
      return nil
    }
    number += 1
    let serial = Serial(number)
    var types: [KeptType] = []
    var contents: [(ReadNumber, Content)] = []
    for part in parts {
      guard case .descriptor(let file) = part.content, let size = part.size,
        let copy = try? file.descriptor.duplicate()
      else { continue }
      number += 1
      let type = ImportedType(
        type: part.type, target: record.targets[part.type.description] ?? part.type.description)
      let content = Content(copy, size: size, isInMemory: true, lane: .memory, pool: workers)
      types.append(
        KeptType(
          imported: type, read: ReadNumber(number), size: size, fingerprint: content.fingerprint))
      contents.append((ReadNumber(number), content))
    }
    guard !types.isEmpty else { return nil }
    let held = KeptContent(
      serial: serial, types: types, copied: record.copied, isSingleWord: record.isSingleWord,
      file: parts[0].file)
    return RestoredEntry(
      id: record.id, offer: record.offer, held: held, contents: contents,
      isPinned: record.isPinned)
  }
}
