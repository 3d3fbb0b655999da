internal import DisplaySelections
internal import DragSystem

/// One target for one requestor: its state, its content and its reply.
final class Conversion {
  /// The property for the content; unique among the conversions under way.
  struct Place: Hashable {
    let requestor: Window
    let property: Atom
  }

  enum Kind: Equatable {
    case content
    /// A request to the clipboard manager to keep targets; the answer has no content.
    case saving
  }

  let id: RequestID
  let place: Place
  let target: Atom
  let kind: Kind
  let reply: ConversionReply
  /// Its index in the reply.
  let index: Int
  var state: IncrementalWrite
  /// Bytes that were read and are not in the property yet.
  var buffer: [UInt8] = []
  var content: ContentReader?
  var timer: LoopTimer?
  /// Nil until the answer.
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
    buffer = []
  }
}

/// The notice to a requestor: of one conversion, or of all those of a MULTIPLE.
final class ConversionReply {
  let request: ConversionRequest
  private(set) var multiple: MultipleRequest?
  private let send: (ConversionReply) -> Void
  private(set) var isAccepted = true
  private var isSent = false
  /// The conversions that this reply reports.
  var conversions: [RequestID] = []

  /// `send` is called once, when every conversion is served or refused.
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
