internal import DisplaySelections
internal import DragModel

extension XDisplay {
  /// Serves a program that pastes what this program owns.
  func serve(_ request: ConversionRequest) {
    let reply = { (multiple: MultipleRequest?) in
      ConversionReply(to: request, multiple: multiple) { [weak self] in self?.send($0) }
    }
    guard let since = ownedSince(request.selection), request.isNotBefore(since) else {
      return reply(nil).refused(0)
    }
    guard request.target == atoms[.multiple] else {
      return convert(
        MultipleRequest.Pair(target: request.target, property: request.destination), for: request,
        reply(nil), 0)
    }
    guard request.property != 0 else { return reply(nil).refused(0) }
    readList(of: request, count: 2 * MultipleRequest.limit) { [weak self] words in
      guard let self, let words else { return reply(nil).refused(0) }
      let multiple = MultipleRequest(words)
      let reply = reply(multiple)
      for (index, pair) in multiple.pairs.enumerated() {
        // A property of 0 (None) marks a pair as refused (ICCCM section 2.6.2).
        guard pair.property != 0 else {
          reply.refused(index)
          continue
        }
        self.convert(pair, for: request, reply, index)
      }
      reply.sendIfComplete()
    }
  }

  private func ownedSince(_ selection: Atom) -> UInt32? {
    if selection == atoms[.clipboardManager] { return manager.since }
    return name(of: selection).flatMap { states[$0]?.ownership.held?.time }
  }

  private func convert(
    _ pair: MultipleRequest.Pair, for request: ConversionRequest, _ reply: ConversionReply,
    _ index: Int
  ) {
    let place = Conversion.Place(requestor: request.requestor, property: pair.property)
    switch pair.target {
    case atoms[.targets]:
      connection.writeProperty(
        place.property, of: place.requestor, type: atomAtom, words: targets(of: request.selection))
      reply.served(index)
    case atoms[.timestamp]:
      connection.writeProperty(
        place.property, of: place.requestor, type: integerAtom,
        words: [ownedSince(request.selection) ?? 0])
      reply.served(index)
    case atoms[.saveTargets] where request.selection == atoms[.clipboardManager]:
      save(request, at: place, reply, index)
    default:
      guard let name = name(of: request.selection),
        let target = states[name]?.ownership.held?.offered.name(of: pair.target)
      else { return reply.refused(index) }
      conversions.start(.content, pair.target, at: place, reply: reply, index: index) {
        .requested(name, target: target, $0)
      }
    }
  }

  private func targets(of selection: Atom) -> [Atom] {
    let own = [atoms[.targets], atoms[.timestamp], atoms[.multiple]]
    if selection == atoms[.clipboardManager] { return own + [atoms[.saveTargets]] }
    return own + (name(of: selection).flatMap { states[$0]?.ownership.held?.offered.atoms } ?? [])
  }

  /// Sends the notice, once every conversion is served or refused.
  private func send(_ reply: ConversionReply) {
    if let multiple = reply.multiple {
      connection.writeProperty(
        reply.request.destination, of: reply.request.requestor, type: atoms[.atomPair],
        words: multiple.words)
    }
    connection.notify(reply.request, property: reply.isAccepted ? reply.request.destination : 0)
    conversions.replied(reply)
  }

  /// The list of atoms in the requestor's property; nil if it has none.
  private func readList(
    of request: ConversionRequest, count: Int, then: @escaping ([UInt32]?) -> Void
  ) {
    connection.readProperty(request.destination, of: request.requestor, upTo: count * 4) {
      then($0?.words)
    }
  }

  // MARK: The clipboard manager

  /// A program that is about to end asks the clipboard manager to keep its targets: those in the property, or all.
  private func save(
    _ request: ConversionRequest, at place: Conversion.Place, _ reply: ConversionReply, _ index: Int
  ) {
    connection.readProperty(place.property, of: place.requestor, upTo: limits.targets * 4) {
      [weak self] part in
      guard let self else { return }
      let wanted = AtomNameList(part?.words ?? [], limit: self.limits.targets)
      self.directory.name(wanted) { [weak self] names in
        self?.conversions.start(.saving, place.property, at: place, reply: reply, index: index) {
          .saveRequested(.clipboard, targets: names, $0)
        }
      }
    }
  }

  /// Owns CLIPBOARD_MANAGER, unless another manager does.
  func offerToManage() {
    let selection = atoms[.clipboardManager]
    connection.findOwner(of: selection) { [weak self] owner in
      guard let self, owner == 0 else { return }
      self.findTime { [weak self] time in
        guard let self else { return }
        self.connection.setOwner(of: selection, to: self.window, time: time)
        self.connection.findOwner(of: selection) { [weak self] owner in
          guard let self, owner == self.window else { return }
          self.manager.owned(since: time)
        }
      }
    }
  }
}

/// Whether this program is the display's clipboard manager.
struct ManagerSelection {
  private enum State {
    case notOwned
    case owned(since: UInt32)
  }

  private var state = State.notOwned

  var since: UInt32? {
    switch state {
    case .notOwned: nil
    case .owned(let time): time
    }
  }

  mutating func owned(since time: UInt32) { state = .owned(since: time) }
  mutating func lost() { state = .notOwned }
}
