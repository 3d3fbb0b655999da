internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import Translations

extension ClipboardSelection {
  init(_ invocation: Invocation) {
    self = invocation.has(CopyVerb.primary) ? .primary : .clipboard
  }

  /// For people.
  var name: String {
    switch self {
    case .clipboard: translated("the clipboard")
    case .primary: translated("the primary selection")
    }
  }
}

/// dragctl's calls of dragclip.
extension BrokerConnection {
  /// Performs a request to dragclip; when the bus cannot reach it, the failure names dragclip, not dragd.
  func askClipboard<Reply>(
    timeout milliseconds: Int = VerbSession.timeout, meanwhile: (() -> Void)? = nil,
    _ make: () throws(RequestError) -> BrokerCall<Reply>
  ) throws(Failure) -> Reply {
    try ask(timeout: milliseconds, meanwhile: meanwhile, make, failure: Failure.init(ofClipboard:))
  }

  /// The present content of a selection, with the bytes of one of these types if dragclip has them; nil for none.
  func currentClipboard(
    _ selection: ClipboardSelection, read types: [MIMEType]? = nil, by deadline: Deadline = .never
  ) throws(Failure) -> CurrentContent? {
    do throws(Failure) {
      return try askClipboard(timeout: deadline.callTimeout, meanwhile: AcceptCall.rehearse) {
        () throws(RequestError) in
        try .currentClipboard(CurrentCall(selection: selection, read: types))
      }
    } catch {
      guard error.code == .noSuchOffer else { throw error }
      return nil
    }
  }

  /// The types of a selection's content, best first, from dragclip or else from dragd.
  func types(
    of content: CurrentContent, by deadline: Deadline = .never
  ) throws(Failure) -> [MIMEType] {
    if let types = content.types { return types }
    return try ask(timeout: deadline.callTimeout) { () throws(RequestError) in
      try .properties(of: content.offer)
    }.types
  }
}

extension Failure {
  init(ofClipboard error: RequestError) {
    switch error.code {
    case .noBroker:
      self = .absence(
        translated(
          "dragclip is not running, and the bus cannot start it: {reason}",
          ["reason": error.message]),
        hint:
          translated(
            "Its log may say why: journalctl --user -u dragclip"
          )
      )
    case .noReply:
      self.init(
        .unavailable, translated("dragclip does not answer: {reason}", ["reason": error.message]))
      isTimeout = true
    case .unsupported:
      self.init(
        .other,
        translated("this dragclip is older than dragctl: {reason}", ["reason": error.message]))
    case .broker, .noSessionBus, .disconnected, .deniedByBus, .malformedReply, .other:
      self.init(error)
    }
  }
}
