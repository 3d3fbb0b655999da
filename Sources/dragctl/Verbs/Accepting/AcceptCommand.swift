internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Translations

/// A call of `dragctl accept`.
struct AcceptCommand {
  let types: [String]
  private let items: Items
  private let origin: Origin
  let place: OutputPlace
  private let force: Bool
  let operation: Operation
  private let preservation: Preservation
  private let keepsArchives: Bool
  /// Whether links may lead out of a folder.
  private let allowsLinks: Bool
  private let waits: Wait
  let deadline: Deadline
  private let style: Progress.Style
  private let printsJSON: Bool
  /// Whether text on standard output ends with a newline of its own.
  var endsLine = false

  private enum Origin {
    case newest
    case named(Argument)
    case known(Identifier)
  }

  private enum Items {
    /// The first item with an acceptable type.
    case fitting
    case one(ItemName)
    /// Every item that has an acceptable type.
    case allFitting
    case all

    var areAll: Bool {
      switch self {
      case .fitting, .one: false
      case .allFitting, .all: true
      }
    }
  }

  private enum Wait {
    case no
    case until(Deadline)
    /// For an offer that is not there yet.
    case next(until: Deadline)
  }

  init(_ invocation: Invocation) throws(Failure) {
    types = try invocation.texts(of: AcceptVerb.type)
    let item = try invocation.value(of: AcceptVerb.item).map { value throws(Failure) in
      try ItemName(value)
    }
    origin = invocation.operands.first.map { .named($0) } ?? .newest
    force = invocation.has(AcceptVerb.force)
    operation = invocation.has(AcceptVerb.move) ? .move : .copy
    waits = try Self.wait(invocation)
    printsJSON = invocation.has(.json)
    deadline = Deadline(try invocation.duration(of: AcceptVerb.timeout))
    let when = try invocation.progress()
    place = try OutputPlace(invocation.value(of: AcceptVerb.output), force: force)
    switch (item, invocation.has(AcceptVerb.all)) {
    case (.some, true): throw .usage(translated("--item and --all contradict each other"))
    case (.some(let item), false): items = .one(item)
    case (nil, true): items = .all
    case (nil, false): items = place.takesSeveral ? .allFitting : .fitting
    }
    try place.checkWritable()
    preservation = try Preservation(invocation, keepsFiles: place.keepsFiles)
    keepsArchives = invocation.has(AcceptVerb.archive)
    allowsLinks = invocation.has(FolderFlags.takeLinks)
    guard !keepsArchives || place.keepsFiles else {
      throw .usage(
        translated(
          """
          --archive needs --output with a file or folder: standard output gets the archive anyway
          """))
    }
    guard operation != .move || place.keepsFiles else {
      throw .usage(
        translated(
          """
          --move needs --output with a file or folder: what is moved must be safe on a disk before its \
          source deletes it
          """))
    }
    switch place {
    case .standardOutput:
      guard !printsJSON else {
        throw .usage(translated("--json needs --output FILE: standard output has the content"))
      }
      style = Progress.Style(when, hasRoom: !StandardStream.output.isTerminal)
    case .file, .folder, .special: style = Progress.Style(when, hasRoom: true)
    }
  }

  /// Accepts the first item of an offer that fits, or all of them into a folder.
  init(
    _ offer: Identifier, types: [String], _ operation: Operation, _ preservation: Preservation,
    to place: OutputPlace, force: Bool, deadline: Deadline, style: Progress.Style, printsJSON: Bool
  ) {
    origin = .known(offer)
    self.types = types
    self.operation = operation
    self.place = place
    self.force = force
    self.deadline = deadline
    self.style = style
    self.printsJSON = printsJSON
    self.preservation = preservation
    keepsArchives = false
    allowsLinks = false
    items = place.takesSeveral ? .all : .fitting
    waits = .no
  }

  private static func wait(_ invocation: Invocation) throws(Failure) -> Wait {
    let flag: Flag
    switch (invocation.has(AcceptVerb.wait), invocation.has(AcceptVerb.next)) {
    case (false, false): return .no
    case (true, true): throw .usage(translated("--wait and --next contradict each other"))
    case (true, false): flag = AcceptVerb.wait
    case (false, true): flag = AcceptVerb.next
    }
    if let operand = invocation.operands.first {
      let hint =
        Milliseconds(operand.text) == nil
        ? translated("The id of an offer is only known once it is there.")
        : translated(
          "Did you mean “--{flag}={operand}”?", ["flag": flag.name, "operand": operand.text])
      throw .usage(translated("--{flag} does not go with OFFER", ["flag": flag.name]), hint: hint)
    }
    let end = Deadline(try invocation.duration(of: flag))
    return flag.name == AcceptVerb.next.name ? .next(until: end) : .until(end)
  }

  func run() throws(Failure) {
    Interruption.install()
    // Without SIGPIPE, so that a closed standard output cancels the transfer and is its reason.
    Interruption.ignoreBrokenPipes()
    try run(on: try VerbSession.connect())
  }

  func run(on connection: BrokerConnection) throws(Failure) {
    var cancellable = CancellableTransfer(connection, deadline: deadline)
    let finder = OfferFinder(types: types, operation: operation, deadline: deadline)
    let receiver = ItemReceiver(
      operation, preservation, types: types, keepsArchives: keepsArchives, place: place,
      force: force, style: style, printsPaths: !printsJSON)
    receiver.endsLine = endsLine
    let start: Start
    switch waits {
    case .no:
      start =
        switch origin {
        case .newest:
          try finder.startNewest(connection) { id throws(Failure) in
            try startTransfer(id, connection)
          }
        case .named(let argument):
          try startTransfer(
            try deadline.limit { () throws(Failure) in
              try connection.offer(named: argument, timeout: deadline.callTimeout)
            }, connection)
        case .known(let id): try startTransfer(id, connection)
        }
    case .until(let end):
      start = try finder.wait(connection, cancellable.loop(), until: end) { id throws(Failure) in
        try startTransfer(id, connection)
      }
    case .next(let end):
      start = try finder.waitForNext(connection, cancellable.loop(), until: end) {
        id throws(Failure) in
        try startTransfer(id, connection)
      }
    }
    do throws(Failure) {
      try receive(start, receiver, &cancellable)
    } catch {
      // The items before are there all the same.
      if printsJSON, !receiver.results.isEmpty { try? Console.print(JSON.array(receiver.results)) }
      throw error
    }
    if printsJSON { try Console.print(JSON.array(receiver.results)) }
  }

  private func receive(
    _ start: Start, _ receiver: ItemReceiver, _ cancellable: inout CancellableTransfer
  ) throws(Failure) {
    let connection = cancellable.connection
    receiver.follow(start.isFromOwn, allowsLinks: allowsLinks)
    var (unfit, refusal) = (start.unfit, nil as Failure?)
    func receive(_ part: AcceptedPart) throws(Failure) {
      do throws(Failure) {
        try receiver.receive(part, &cancellable)
      } catch {
        // It has only the address of a file, which is a kind of text.
        guard case .allFitting = items, error.status == .nothingAcceptable else { throw error }
        (unfit, refusal) = (unfit + 1, error)
      }
    }
    try receive(start.first)
    var rest = Array(start.others)[...]
    while !rest.isEmpty {
      let items = Array(rest.prefix(MoveGroup.most))
      rest = rest.dropFirst(items.count)
      if let parts = try acceptTogether(start.offer, items, connection) {
        // Small content that moves comes as groups.
        for group in groups(parts) {
          if group.count > 1 {
            try receiver.receiveMoves(group, &cancellable)
          } else {
            for part in group { try receive(part) }
          }
        }
        continue
      }
      for item in items {
        let accepted: AcceptedPart
        do throws(Failure) {
          accepted = try accept(start.offer, item, connection)
        } catch {
          guard skips(error) else { throw error }
          if error.code == .notAcceptable { unfit += 1 }
          continue
        }
        try receive(accepted)
      }
    }
    if receiver.results.isEmpty, let refusal { throw refusal }
    switch items {
    case .fitting: tellOfOthers(start.offer, connection)
    case .allFitting where unfit > 0:
      Console.note(
        translated(
          count: unfit, one: "{count} item has no acceptable type",
          other: "{count} items have no acceptable type"))
    case .allFitting, .one, .all: break
    }
  }

  /// What was accepted together, in its order: moves of small content that follow one another, and all else by itself.
  private func groups(_ parts: [AcceptedPart]) -> [[AcceptedPart]] {
    var groups: [[AcceptedPart]] = []
    for part in parts {
      let joins = operation == .move && MoveGroup.takes(part)
      if joins, let last = groups.last?.last, MoveGroup.takes(last) {
        groups[groups.count - 1].append(part)
      } else {
        groups.append([part])
      }
    }
    return groups
  }

  /// Accepts several items with one call. Nil if dragd refuses one of them, or their content is too much for one reply:
  /// then each is accepted by itself.
  private func acceptTogether(
    _ offer: Identifier, _ items: [UInt32], _ connection: BrokerConnection
  ) throws(Failure) -> [AcceptedPart]? {
    guard items.count > 1 else { return nil }
    if operation == .move { FailPoint.pass("destination: send Accept") }
    do throws(Failure) {
      let parts = try deadline.limit { () throws(Failure) in
        try connection.ask(timeout: deadline.callTimeout) { () throws(RequestError) in
          try .accept(offer, AcceptCall(items: items, types: types, options: acceptOptions))
        }
      }
      if operation == .move { FailPoint.pass("destination: Accept answered") }
      return parts
    } catch {
      guard error.code != nil else { throw error }
      return nil
    }
  }

  /// Says that there are more items than the one that was accepted. An offer that is over has none.
  private func tellOfOthers(_ offer: Identifier, _ connection: BrokerConnection) {
    guard case .known = origin else {
      let others = ((try? properties(of: offer, connection).itemCount) ?? 1) - 1
      guard others > 0 else { return }
      return Console.note(
        translated(
          count: Int(others), one: "{count} more item: --all -o FOLDER",
          other: "{count} more items: --all -o FOLDER"))
    }
  }

  /// An offer whose first item is being accepted.
  private struct Start {
    let offer: Identifier
    let first: AcceptedPart
    /// Whether a program of the user outside of any sandbox has offered it.
    let isFromOwn: Bool
    var others: Range<UInt32> = 0..<0
    /// Items before the first without an acceptable type.
    var unfit = 0
  }

  private func startTransfer(
    _ offer: Identifier, _ connection: BrokerConnection
  ) throws(Failure) -> Start {
    // Before the item is accepted: with it the offer may be over.
    let known =
      place.keepsFiles || items.areAll ? try properties(of: offer, connection) : OfferProperties()
    // What may run there has no right to run here.
    let isFromOwn = Remote.host == nil && !known.isFromSandbox
    switch items {
    case .one(let name):
      let item = try connection.item(name, of: offer, timeout: deadline.callTimeout)
      let first = try accept(offer, item, connection)
      return Start(offer: offer, first: first, isFromOwn: isFromOwn)
    case .fitting:
      let first = try acceptFitting(offer, connection)
      return Start(offer: offer, first: first, isFromOwn: isFromOwn)
    case .all, .allFitting:
      let count = known.itemCount
      guard count <= 1 || place.takesSeveral else {
        throw .usage(
          translated("{count} items cannot be saved as one file", ["count": count]),
          hint: translated("Use --output FOLDER, or --item N."))
      }
      return try acceptFirst(of: count, offer, isFromOwn, connection)
    }
  }

  /// Accepts the first of all items that is not to be skipped.
  private func acceptFirst(
    of count: UInt32, _ offer: Identifier, _ isFromOwn: Bool, _ connection: BrokerConnection
  ) throws(Failure) -> Start {
    var item: UInt32 = 0
    var unfit = 0
    while true {
      do throws(Failure) {
        let first = try accept(offer, item, connection)
        return Start(
          offer: offer, first: first, isFromOwn: isFromOwn,
          others: item + 1..<max(count, item + 1), unfit: unfit)
      } catch {
        item += 1
        guard skips(error), item < count else { throw error }
        if error.code == .notAcceptable { unfit += 1 }
      }
    }
  }

  /// Whether the other items are accepted all the same: this one has moved away, is used up, or does not fit although
  /// the person has not asked for all.
  private func skips(_ failure: Failure) -> Bool {
    switch items {
    case .allFitting: Self.concernsOnlyItem(failure)
    case .all, .fitting, .one: failure.code == .noSuchItem
    }
  }

  /// Accepts the first item that has an acceptable type and is not used up; nearly always item 0.
  private func acceptFitting(
    _ offer: Identifier, _ connection: BrokerConnection
  ) throws(Failure) -> AcceptedPart {
    do throws(Failure) {
      return try accept(offer, 0, connection)
    } catch {
      guard Self.concernsOnlyItem(error) else { throw error }
      let count = try properties(of: offer, connection).itemCount
      for item in 1..<max(count, 1) {
        do throws(Failure) {
          return try accept(offer, item, connection)
        } catch let other {
          guard Self.concernsOnlyItem(other) else { throw other }
        }
      }
      throw error
    }
  }

  /// Whether another item of the offer may fit although this one does not.
  private static func concernsOnlyItem(_ failure: Failure) -> Bool {
    failure.code == .notAcceptable || failure.code == .noSuchItem
  }
}
