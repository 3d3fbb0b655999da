internal import DragModel

/// Offers that a caller copied join the history, as contents of programs do.
extension Clipboard {
  /// The read-ahead of a copied offer.
  func readAhead(
    _ copied: CopiedOffer, _ targets: ExportedTargets, of selection: ClipboardSelection,
    _ now: Instant
  ) -> ReadAhead {
    let isKept =
      copied.isRemembered && !copied.isSensitive && !copied.isCut && selection == .clipboard
      && !isPaused && settings.readAheadBytes > 0
    return ReadAhead(
      ImportedTypes(targets.readableNames),
      room: settings.readAheadBytes, at: isKept ? now.monotonic + Self.readAheadDelay : nil)
  }

  /// A read of a content that dragclip owns has ended.
  mutating func applyOwn(
    _ type: ImportedType, _ number: ReadNumber, _ outcome: ReadOutcome,
    _ selection: ClipboardSelection,
    _ now: Instant, _ effects: inout [ClipboardEffect]
  ) {
    guard var ownership = state(selection).own else { return }
    ownership.ahead.read(type, number, outcome)
    let isDone = ownership.ahead.isDone
    let types = isDone ? ownership.ahead.stop() : []
    guard isDone, !types.isEmpty else {
      states[selection]?.update(ownership)
      return
    }
    let items = ownership.content.copied?.items ?? []
    let held = KeptContent(
      serial: ownership.serial, types: types, copied: now.realtime,
      isSingleWord: ownership.ahead.isSingleWord,
      file: items.count == 1 ? items[0].file : FileAttributes())
    ownership.copy = held
    states[selection]?.update(ownership)
    publish(held, &effects)
    for left in history.add(held) { dropIfUnused(left.serial, now, &effects) }
    effects.append(.historyChanged)
  }

  /// Starts the next read of a content that dragclip owns.
  mutating func advanceOwn(
    _ selection: ClipboardSelection, _ now: Instant, _ effects: inout [ClipboardEffect]
  ) {
    guard let ownership = state(selection).own, case .keep(let type)? = ownership.ahead.next,
      let source = ownership.targets.source(of: type.target),
      readers[selection]?.isIdle == true
    else { return }
    let number = nextRead()
    let purpose = ReadPurpose.keep(type)
    readers[selection]?.start(
      TargetReader.Read(
        number: number, serial: ownership.serial, purpose: purpose,
        deadline: now.monotonic + purpose.timeout))
    effects.append(.readCopied(number, source, limit: ownership.ahead.room))
  }
}

extension ExportedTargets {
  /// The targets that dragd has without asking a program: held content, and the lists of files. Beside the content of a
  /// file, its path as text would be taken for what was copied.
  fileprivate var readableNames: [String] {
    let hasContent = targets.contains { target in
      guard case .offer(_, _, let representation, .verbatim) = target.source else { return false }
      return representation.isHeld
    }
    return targets.filter { target in
      switch target.source {
      case .offer(_, _, let representation, .verbatim): representation.isHeld
      case .files(_, .paths, _): !hasContent
      case .files: true
      case .offer(_, _, _, .latin1), .constant, .held, .offerPath: false
      }
    }.map(\.name)
  }
}
