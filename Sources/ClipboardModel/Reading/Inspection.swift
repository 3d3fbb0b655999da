internal import DragModel

/// What has to be known of a content before it is published or kept: whether it is a secret, a cut of files, or an
/// offer of dragd's.
struct Inspection: Hashable, Sendable {
  private enum State: Hashable, Sendable {
    /// Nobody has asked yet.
    case unwanted
    case running
    case done
  }

  private var state = State.unwanted
  /// What is still to be read.
  private var marks: [ReadPurpose]
  private(set) var isSensitive = false
  private(set) var isCut = false
  private(set) var offer: Identifier?

  init(_ types: ImportedTypes) {
    marks = []
    if types.hasSensitivityHint { marks.append(.sensitivityHint) }
    if types.types.contains(where: { $0.target == TargetNames.gnomeFiles }) {
      marks.append(.gnomeFiles)
    }
    if types.types.contains(where: { $0.target == TargetNames.kdeCut }) { marks.append(.kdeCut) }
    if types.hasOffer { marks.append(.offerPath) }
  }

  var isDone: Bool { state == .done }

  mutating func want() {
    switch state {
    case .unwanted: state = marks.isEmpty ? .done : .running
    case .running, .done: break
    }
  }

  /// What is to be read next.
  var next: ReadPurpose? {
    switch state {
    case .running: marks.first
    case .unwanted, .done: nil
    }
  }

  /// The owner has gone: what has not been read stays unknown, which for a secret means one.
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
    case (.sensitivityHint, .complete(_, let start)):
      let words = start.split { [0, 9, 10, 13, 32].contains($0) }
      isSensitive = words.count != 1 || !words[0].elementsEqual("public".utf8)
    // Silence is no permission.
    case (.sensitivityHint, .failed): isSensitive = true
    case (.gnomeFiles, .complete(_, let start)): isCut = isCut || FileList.isCut(gnome: start)
    case (.kdeCut, .complete(_, let start)): isCut = isCut || start.first == UInt8(ascii: "1")
    case (.offerPath, .complete(_, let start)):
      let path = String(decoding: start.prefix { $0 > 32 }, as: UTF8.self)
      offer = path.split(separator: "/").last.flatMap { Identifier(String($0)) }
    case (.gnomeFiles, .failed), (.kdeCut, .failed), (.offerPath, .failed), (.keep, _): break
    }
    if marks.isEmpty { state = .done }
  }
}
