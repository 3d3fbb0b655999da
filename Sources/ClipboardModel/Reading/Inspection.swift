internal import DragModel

/// Finds out, before a content is published or kept, whether it is a secret, a cut of files, or an offer of dragd's.
struct Inspection: Hashable, Sendable {
  private enum State: Hashable, Sendable {
    case idle
    case running
    case done
  }

  private var state = State.idle
  /// The targets that are still to be read.
  private var marks: [ReadPurpose]
  private(set) var isSensitive = false
  private(set) var isCut = false
  private(set) var offer: Identifier?

  /// - Parameter isOfOtherBus: whether the owner is the dragclip of another bus, whose offers are there.
  init(_ types: ImportedTypes, isOfOtherBus: Bool = false) {
    marks = []
    if types.hasSensitivityHint { marks.append(.sensitivityHint) }
    // Before the marks of file managers, for which an owner may have to make files.
    if types.hasOffer, !isOfOtherBus { marks.append(.offerPath) }
    // PCManFM takes a read of GNOME's list of cut files for the paste, and clears the clipboard. Its mark for KDE says
    // the same and is only a mark.
    if types.types.contains(where: { $0.target == TargetNames.kdeCut }) { marks.append(.kdeCut) }
    if let list = types.types.first(where: { TargetNames.copiedFiles.contains($0.target) }) {
      marks.append(.gnomeFiles(target: list.target))
    }
  }

  var isDone: Bool { state == .done }

  mutating func start() {
    switch state {
    case .idle: state = marks.isEmpty ? .done : .running
    case .running, .done: break
    }
  }

  /// The next read.
  var next: ReadPurpose? {
    switch state {
    case .running: marks.first
    case .idle, .done: nil
    }
  }

  /// The owner has left, so the rest cannot be read. A hint that was not read counts as “secret”.
  mutating func ownerLeft() {
    guard state != .done else { return }
    if marks.contains(.sensitivityHint) { isSensitive = true }
    marks = []
    state = .done
  }

  mutating func read(_ purpose: ReadPurpose, _ outcome: ReadOutcome) {
    guard let index = marks.firstIndex(of: purpose) else { return }
    marks.remove(at: index)
    switch (purpose, outcome) {
    case (.sensitivityHint, .complete(_, let start, _)):
      let words = start.split { [0, 9, 10, 13, 32].contains($0) }
      isSensitive = words.count != 1 || !words[0].elementsEqual("public".utf8)
    // A hint that cannot be read counts as “secret”.
    case (.sensitivityHint, .failed): isSensitive = true
    case (.gnomeFiles, .complete(_, let start, _)): isCut = isCut || FileList.isCut(gnome: start)
    case (.kdeCut, .complete(_, let start, _)):
      isCut = start.first == UInt8(ascii: "1")
      removeLists()
    case (.offerPath, .complete(_, let start, _)):
      let path = String(decoding: start.prefix { $0 > 32 }, as: UTF8.self)
      offer = path.split(separator: "/").last.flatMap { Identifier(String($0)) }
      // dragclip gives KDE's mark to its own copy of a cut too, so GNOME's files need not be read.
      if offer != nil { removeLists() }
    case (.gnomeFiles, .failed), (.kdeCut, .failed), (.offerPath, .failed), (.keep, _): break
    }
    if marks.isEmpty { state = .done }
  }

  private mutating func removeLists() {
    marks.removeAll { if case .gnomeFiles = $0 { true } else { false } }
  }
}
