internal import ClipboardModel
internal import DBus
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem

/// Serves `org.dragd.Clipboard1` to programs that provably run outside of sandboxes.
final class ClipboardService {
  private let connection: BrokerConnection
  private let workers: WorkerPool
  private let directory: CallerDirectory
  private var calls = CallTable()
  private var watchers = Watchers()
  private var following: PeerFollowing?
  /// The number of each peer's calls whose caller is being identified; after the last dragclip forgets the identity.
  private var callers: [Peer: Int] = [:]
  var onEvent: ((ClipboardInput) -> Void)?
  var isPaused: (() -> Bool)?
  /// The bytes that a read has kept.
  var kept: ((ReadNumber) -> Content?)?
  /// The offer that a caller has copied, if a selection that dragclip owns shows it.
  var copied: ((ClipboardSelection) -> CopiedOffer?)?
  /// Calls the closure when the program knows the owner after the last change that the display has reported.
  var whenKnown: ((ClipboardSelection, @escaping () -> Void) -> Void)?
  /// Whether the display has that selection.
  var hasSelection: ((ClipboardSelection) -> Bool)?

  var hasWatchers: Bool { !watchers.names.isEmpty }
  /// Whether a caller waits for its reply.
  var hasCalls: Bool { !callers.isEmpty || !calls.isEmpty }

  init(_ connection: BrokerConnection, _ workers: WorkerPool) {
    self.connection = connection
    self.workers = workers
    directory = CallerDirectory(connection, workers)
    for path in ["/", "/org", "/org/dragd", ObjectPath.clipboardText] {
      connection.serve(path) { [weak self] in self?.receive($0) }
    }
    following = PeerFollowing(on: connection) { [weak self] in self?.watchers.remove($0) }
  }

  // MARK: Calls

  private func receive(_ message: Message) {
    guard let sender = message.sender else { return }
    let peer = Peer(sender)
    guard callers[peer, default: 0] < CallTable.mostOfOne else {
      let why = "\(CallTable.mostOfOne) calls of \(sender) wait to be identified already"
      return send(message.errorReply(BusError(Rejection(.busy, why))), to: message)
    }
    callers[peer, default: 0] += 1
    let request = Result { () throws(BusError) in try ClipboardRequest(message) }
    // dragd answers while the caller is being identified; a refused caller learns nothing of it.
    var preparation: CopyPreparation?
    if case .success(.method(.copy)) = request, let call = try? CopyCall(message) {
      preparation = CopyPreparation(call, on: connection)
    }
    directory.identify(peer) { [weak self] answer in
      self?.identified(peer, answer, request, message, preparation)
    }
  }

  private func identified(
    _ peer: Peer, _ answer: CallerDirectory.Answer, _ request: Result<ClipboardRequest, BusError>,
    _ message: Message, _ preparation: CopyPreparation?
  ) {
    defer { leave(peer) }
    do throws(BusError) {
      try check(peer, answer)
      try serve(try request.get(), message, peer, preparation)
    } catch {
      send(message.errorReply(error), to: message)
    }
  }

  private func check(_ peer: Peer, _ answer: CallerDirectory.Answer) throws(BusError) {
    switch answer {
    case .success(false): break
    case .success(true):
      throw BusError(
        Rejection(
          .accessDenied,
          "only programs that provably run outside of sandboxes may use the clipboard here, and "
            + "\(peer.name) does not"))
    case .failure(let why): throw BusError(why)
    }
  }

  private func leave(_ peer: Peer) {
    let count = callers[peer] ?? 0
    callers[peer] = count > 1 ? count - 1 : nil
    if count <= 1 { directory.forget(peer) }
  }

  private func serve(
    _ request: ClipboardRequest, _ message: Message, _ peer: Peer, _ preparation: CopyPreparation?
  ) throws(BusError) {
    switch request {
    case .method(let method):
      try mapError { () throws(Rejection) in
        try serve(method, message, peer, preparation)
      } to: {
        BusError($0)
      }
    case .get: send(try properties.reply(to: message, nil), to: message)
    case .getAll: send(try properties.reply(to: message, ClipboardProperty.allCases), to: message)
    case .getNone: send(try properties.reply(to: message, []), to: message)
    case .setPaused(let isPaused):
      onEvent?(.setPaused(isPaused))
      send(message.reply(), to: message)
    case .introspect(let xml): send(try message.reply(with: xml), to: message)
    }
  }

  private func serve(
    _ method: ClipboardMethod, _ message: Message, _ peer: Peer, _ preparation: CopyPreparation?
  ) throws(Rejection) {
    guard !calls.isFull else {
      throw Rejection(.busy, "\(CallTable.most) calls wait for their replies already")
    }
    guard calls.count(of: peer.name) < CallTable.mostOfOne else {
      throw Rejection(
        .busy, "\(CallTable.mostOfOne) calls of \(peer.name) wait for their replies already")
    }
    switch method {
    case .copy:
      let call = try CopyCall(message)
      try check(call.selection, call.seat)
      copy(
        preparation ?? CopyPreparation(call, on: connection), call.selection,
        calls.add(message, .empty))
    case .current:
      let call = try CurrentCall(message)
      try check(call.selection, call.seat)
      onEvent?(.current(calls.add(message, .current(read: call.read ?? [])), call.selection))
    case .history:
      let call = try HistoryCall(message)
      onEvent?(.history(calls.add(message, .history), count: call.count))
    case .forget:
      let call = try ForgetCall(message)
      let number = calls.add(message, .empty)
      onEvent?(call.offer.map { .forget(number, $0) } ?? .forgetAll(number))
    case .clear:
      let call = try ClearCall(message)
      try check(call.selection, nil)
      onEvent?(.clear(calls.add(message, .empty), call.selection))
    case .pin:
      let call = try HistoryOfferCall(message)
      onEvent?(.pin(calls.add(message, .empty), call.offer))
    case .unpin:
      let call = try HistoryOfferCall(message)
      onEvent?(.unpin(calls.add(message, .empty), call.offer))
    case .watch:
      try watchers.add(peer.name)
      following?.follow(peer.name)
      send(message.reply(), to: message)
    }
  }

  private func check(_ selection: ClipboardSelection, _ seat: String?) throws(Rejection) {
    guard hasSelection?(selection) == true else {
      throw Rejection(
        .invalidArguments, "this display has no selection “\(selection.rawValue)”: use “clipboard”")
    }
    guard seat == nil else {
      throw Rejection(
        .invalidArguments,
        "seat is “\(Printable.line(seat ?? ""))”: leave it out, because dragclip serves one seat")
    }
  }

  private func copy(
    _ preparation: CopyPreparation, _ selection: ClipboardSelection, _ number: CallNumber
  ) {
    preparation.whenDone { [weak self] result in
      switch result {
      case .success(let offer): self?.copy(offer, selection, number)
      case .failure(let why): self?.reply(number, .failed(why))
      }
    }
  }

  /// A copy of what is there already changes nothing, and nobody is told.
  private func copy(
    _ offer: CopiedOffer, _ selection: ClipboardSelection, _ number: CallNumber
  ) {
    guard let present = copied?(selection), CopyComparison.isWorthIt(offer, present) else {
      onEvent?(.copy(number, offer, selection))
      return
    }
    CopyComparison(offer, present, connection, workers) { [self] areEqual in
      guard areEqual else {
        onEvent?(.copy(number, offer, selection))
        return
      }
      // Another program may have copied, and may not have told its types yet.
      whenKnown?(selection) { [self] in
        guard copied?(selection)?.offer == present.offer else {
          onEvent?(.copy(number, offer, selection))
          return
        }
        if let call = try? BrokerCall<Void>.withdraw(offer.offer) { connection.post(call) }
        reply(number, .done)
      }
    }.start()
  }

  // MARK: Replies

  func reply(_ number: CallNumber, _ reply: Reply) {
    guard let call = calls.remove(number) else { return }
    do throws(BusError) {
      switch reply {
      case .done: send(call.message.reply(), to: call.message)
      case .failed(let why): throw BusError(why)
      case .current(let present):
        var content = CurrentContent(present)
        for type in call.kind.read where content.data == nil {
          addBytes(of: type, present, to: &content)
        }
        send(try content.reply(to: call.message), to: call.message)
      case .history(let items):
        send(
          try HistoryEntry.reply(to: call.message, items.map(HistoryEntry.init)), to: call.message)
      }
    } catch {
      send(call.message.errorReply(error), to: call.message)
    }
  }

  /// Adds the bytes of a type, if dragclip has them and they are few.
  private func addBytes(
    of wanted: MIMEType, _ present: PresentContent, to content: inout CurrentContent
  ) {
    let isOnly = wanted.essence == "*/*" && present.types?.count == 1
    let wanted = isOnly ? present.types?.first : wanted
    guard let type = present.kept?.types.first(where: { $0.imported.type == wanted }),
      type.size <= Lengths.kept, let kept = kept?(type.read)
    else { return }
    let bytes = kept.start(Int(type.size))
    guard bytes.count == Int(type.size) else { return }
    content.data = bytes
    content.dataType = wanted
  }

  /// Signals a change to the watchers.
  func notify(_ selection: ClipboardSelection, _ serial: Serial) {
    let change = ClipboardChanged(
      selection: selection, serial: serial.number)
    for watcher in watchers.names {
      if let message = try? change.message(to: watcher) { connection.bus.send(message) }
    }
  }

  /// Signals another history to the watchers.
  func notifyOfHistory() {
    for watcher in watchers.names {
      if let message = try? ClipboardHistoryChanged().message(to: watcher) {
        connection.bus.send(message)
      }
    }
  }

  private var properties: ClipboardProperties {
    ClipboardProperties(isPaused: isPaused?() ?? false)
  }

  private func send(_ reply: Message, to call: Message) {
    if call.expectsReply { connection.bus.send(reply) }
  }
}

extension CurrentContent {
  init(_ present: PresentContent) {
    self.init(
      offer: present.offer, targets: present.targets, isSensitive: present.isSensitive,
      isCut: present.isCut, isOwn: present.isOwn, isHeld: present.isHeld, process: present.process,
      serial: present.serial.number, types: present.types, keptOffer: present.keptOffer)
  }
}

extension HistoryEntry {
  init(_ item: HistoryItem) {
    self.init(
      offer: item.offer, types: item.content.types.map(\.imported.type),
      size: item.content.differentSize,
      copied: item.copied, isPinned: item.isPinned, id: item.id.description)
  }
}

/// The bus names that called Watch.
struct Watchers {
  private(set) var names: Set<String> = []

  static let most = 256

  mutating func add(_ name: String) throws(Rejection) {
    guard names.contains(name) || names.count < Self.most else {
      throw Rejection(.quotaExceeded, "\(Self.most) callers watch the clipboard already")
    }
    names.insert(name)
  }

  mutating func remove(_ name: String) {
    names.remove(name)
  }
}
