internal import DisplaySelections
internal import DragSystem

/// One target that a requestor wants: its state, its content, and whom to tell.
final class Conversion {
  /// Where the content goes; unique among those that are under way.
  struct Place: Hashable {
    let requestor: Window
    let property: Atom
  }

  enum Kind: Equatable {
    case content
    /// The clipboard manager is asked to keep targets; the answer carries nothing.
    case saving
  }

  let id: RequestID
  let place: Place
  let target: Atom
  let kind: Kind
  let reply: ConversionReply
  /// Its place in the reply.
  let index: Int
  var state: IncrementalWrite
  /// Read, and not yet in the property.
  var held: [UInt8] = []
  var content: ContentReader?
  var timer: DragSystem.Timer?
  /// Set by the answer.
  var ended: ((AnswerEnd) -> Void)?

  init(
    id: RequestID, place: Place, target: Atom, kind: Kind, reply: ConversionReply, index: Int,
    slice: Int
  ) {
    self.id = id
    self.place = place
    self.target = target
    self.kind = kind
    self.reply = reply
    self.index = index
    state = IncrementalWrite(slice: slice)
  }

  func stop() {
    timer?.cancel()
    timer = nil
    content?.close()
    content = nil
    held = []
  }
}

/// How a requestor is told that a conversion is there, or is not: by itself, or with the others of a MULTIPLE.
final class ConversionReply {
  let request: ConversionRequest
  private(set) var multiple: MultipleRequest?
  private let send: (ConversionReply) -> Void
  private(set) var isAccepted = true
  private var isSent = false
  /// Those that wait for nothing but this reply.
  var conversions: [RequestID] = []

  /// `send` is called once, when all is known.
  init(
    to request: ConversionRequest, multiple: MultipleRequest? = nil,
    send: @escaping (ConversionReply) -> Void
  ) {
    self.request = request
    self.multiple = multiple
    self.send = send
  }

  /// Whether the requestor has been told.
  var isOver: Bool { isSent }

  func served(_ index: Int) {
    multiple?.served(index)
    sendIfComplete()
  }

  func refused(_ index: Int) {
    if multiple == nil { isAccepted = false }
    multiple?.refused(index)
    sendIfComplete()
  }

  func sendIfComplete() {
    guard !isSent, multiple?.isComplete ?? true else { return }
    isSent = true
    send(self)
  }
}
