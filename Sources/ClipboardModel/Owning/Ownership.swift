internal import DragModel

/// dragclip's ownership of a selection.
struct Ownership: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    /// A caller copied an offer.
    case copied(CopiedOffer)
    /// The program that copied has left; dragclip serves what it read.
    case restored(KeptContent)

    var copied: CopiedOffer? {
      switch self {
      case .copied(let offer): offer
      case .restored: nil
      }
    }

    /// Whether dragclip withdraws the copied offer when the selection changes.
    mutating func setWithdrawn(_ isWithdrawn: Bool) {
      guard var copied else { return }
      copied.isWithdrawn = isWithdrawn
      self = .copied(copied)
    }
  }

  private enum State: Hashable, Sendable {
    /// The display has not confirmed the ownership; `latest` is the older owner that it reported meanwhile.
    case claimed(until: UInt64, latest: Owner??)
    case shown
  }

  let serial: Serial
  var content: Content
  let targets: ExportedTargets
  /// The read-ahead of a copied offer, for the history.
  var ahead: ReadAhead
  /// What was read ahead of a copied offer, or the entry of the history that it is. Pastes of it do without dragd.
  var copy: KeptContent?
  /// Whether dragd has ended since, and perhaps the copied offer with it.
  var brokerHasLeft = false
  /// The offer for programs that request `TargetNames.offer`.
  var relay = Publication()
  /// Requests that wait for the relay offer.
  var pastes: [PasteNumber] = []
  private var state: State

  /// How long the display may take to confirm the ownership.
  static let timeout: UInt64 = 2_000_000

  init(
    serial: Serial, content: Content, targets: ExportedTargets, ahead: ReadAhead? = nil,
    at now: UInt64
  ) {
    self.ahead = ahead ?? ReadAhead(ImportedTypes([]), room: 0, at: nil)
    self.serial = serial
    self.content = content
    self.targets = targets
    state = .claimed(until: now + Self.timeout, latest: nil)
  }

  var copied: CopiedOffer? { content.copied }

  var held: KeptContent? {
    switch content {
    case .copied: nil
    case .restored(let held): held
    }
  }

  /// Whether dragclip goes on with `copy` when the copied offer ends: nobody has withdrawn an offer that ended with
  /// dragd, and dragclip itself replaces those of the history.
  var outlivesOffer: Bool {
    copy.map { brokerHasLeft || $0.serial != serial } ?? false
  }

  /// Whether it serves the bytes of this content.
  func serves(_ serial: Serial) -> Bool { held?.serial == serial || copy?.serial == serial }

  /// The source of the bytes of a target; nil for a target that it does not have.
  func source(of target: String) -> PasteSource? {
    guard let source = targets.source(of: target) else { return nil }
    guard case .offer(let offer, let item, let representation, let form) = source,
      let type = copy?.types.first(where: {
        targets.source(of: $0.imported.target)
          == .offer(offer, item: item, representation, .verbatim)
      })
    else { return source }
    return .held(type.read, size: type.size, form)
  }

  /// The types of the offer that stands for the content.
  var types: [MIMEType]? {
    switch content {
    case .copied(let offer): offer.types
    case .restored(let held): held.types.map(\.imported.type)
    }
  }

  var isSensitive: Bool { copied?.isSensitive ?? false }
  var isCut: Bool { copied?.isCut ?? false }

  var deadline: UInt64? {
    let claim: UInt64? =
      switch state {
      case .claimed(let until, _): until
      case .shown: nil
      }
    return [claim, copied?.expires, ahead.deadline].compactMap(\.self).min()
  }

  func isExpired(_ now: UInt64) -> Bool { copied?.expires.map { now >= $0 } ?? false }

  enum Change: Hashable, Sendable {
    case none
    /// Another program owns the selection now, or none.
    case lost(Owner?)
  }

  mutating func changed(to owner: Owner?) -> Change {
    switch state {
    case .claimed(let until, _):
      guard owner?.isOwn == true else {
        state = .claimed(until: until, latest: .some(owner))
        return .none
      }
      state = .shown
      return .none
    case .shown:
      return owner?.isOwn == true ? .none : .lost(owner)
    }
  }

  mutating func timePassed(_ now: UInt64) -> Change {
    ahead.timePassed(now)
    switch state {
    case .claimed(let until, _): return now >= until ? refused() : .none
    case .shown: return .none
    }
  }

  /// The display has not made dragclip the owner, so what it has reported since the claim counts, or what it reports
  /// next.
  mutating func refused() -> Change {
    switch state {
    case .claimed(_, let latest):
      state = .shown
      return latest.map(Change.lost) ?? .none
    case .shown: return .none
    }
  }
}
