internal import CommandLineArguments
internal import DBus
internal import DragConnection
internal import DragLine
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Translations

/// A verb's connection and loop.
enum VerbSession {
  /// Milliseconds for a call that dragd answers at once. To another machine a call may have to bring the content of
  /// files first, and the line itself tells of an end that is gone.
  static var timeout: Int { Remote.host == nil ? BrokerConnection.usualTimeout : 86_400_000 }

  static func connect() throws(Failure) -> BrokerConnection {
    let address = try Remote.busAddress()
    return try mapError { () throws(RequestError) in
      try BrokerConnection.session(at: address, isHasty: true)
    } to: {
      Failure($0)
    }
  }

  static func makeLoop() throws(Failure) -> EventLoop {
    return try mapError { () throws(SystemError) in
      try EventLoop()
    } to: {
      Failure(.other, "\($0)")
    }
  }

  /// Lets go of the terminal and of the caller.
  static func detach(_ ready: consuming Background.Ready) throws(Failure) {
    if let line = Remote.line {
      try mapError { () throws(LineFailure) in
        try line.detach()
      } to: {
        Failure($0, line.host)
      }
    }
    do throws(SystemError) {
      try ready.detach()
    } catch {
      throw Failure(.other, "\(error)")
    }
  }

  /// Returns in a process of its own, for which dragctl's caller waits until it is ready.
  static func continueInBackground() throws(Failure) -> Background.Ready {
    return try mapError { () throws(SystemError) in
      try Background.begin()
    } to: {
      Failure(.other, "\($0)")
    }
  }
}

extension BrokerConnection {
  /// Makes a request and performs it; a failure becomes the verb's.
  ///
  /// - Parameter meanwhile: runs while the request is on its way.
  func ask<Reply>(
    timeout milliseconds: Int? = VerbSession.timeout, meanwhile: (() -> Void)? = nil,
    _ make: () throws(RequestError) -> BrokerCall<Reply>,
    failure: (RequestError) -> Failure = { Failure($0) }
  ) throws(Failure) -> Reply {
    return try mapError { () throws(RequestError) in
      try perform(try make(), timeout: milliseconds, meanwhile: meanwhile)
    } to: {
      failure($0)
    }
  }
}

extension AcceptCall {
  /// Makes a call like the one that follows, while dragctl waits for dragd or dragclip anyway. The first of its kind
  /// takes ten times as long as the next: its code is not in memory yet, and Swift's types are not complete.
  static func rehearse() {
    var options = AcceptOptions()
    options.delivery = .stream
    options.finishTimeout = 1
    options.inlineMax = AcceptOptions.usualInlineMax
    let call = AcceptCall(items: [0], types: ["*/*"], options: options)
    let offer = Identifier(high: 0, middle: 0, low: 0)
    if let request = try? BrokerCall<[AcceptedPart]>.accept(offer, call) { request.complete() }
  }
}

extension BrokerConnection {
  /// Accepts one item in one type.
  func accept(
    _ offer: Identifier, item: UInt32, types: [String], _ options: AcceptOptions,
    timeout milliseconds: Int? = VerbSession.timeout
  ) throws(Failure) -> AcceptedPart {
    let parts = try ask(timeout: milliseconds) { () throws(RequestError) in
      try .accept(offer, AcceptCall(items: [item], types: types, options: options))
    }
    guard let first = parts.first else {
      throw Failure(.other, translated("dragd's reply to Accept has no result"))
    }
    return first
  }
}

extension Failure {
  init(_ error: RequestError) {
    defer {
      brokerHasEnded = error.brokerHasEnded
      isTimeout = error.code == .noReply
    }
    switch error.code {
    case .broker(let code):
      self.init(ExitStatus(code), code.said(error.message))
      self.code = code
    case .noSessionBus where Remote.host != nil:
      let isSilent = error.underlying?.name == BusError.Name.noReply
      self = isSilent ? .absence(error.message) : .disconnected
    case .noSessionBus: self.init(.unavailable, SessionBus.absence(error.message))
    case .noBroker:
      self = .absence(
        translated(
          "dragd is not running, and the bus cannot start it: {reason}", ["reason": error.message]))
    case .disconnected: self = .disconnected
    case .noReply:
      self.init(
        .unavailable, translated("dragd does not answer: {reason}", ["reason": error.message]))
    case .deniedByBus:
      self.init(
        .refused, translated("the bus does not allow it: {reason}", ["reason": error.message]))
    case .unsupported:
      self.init(
        .other, translated("this dragd is older than dragctl: {reason}", ["reason": error.message]))
    case .malformedReply: self.init(.other, error.message)
    case .other:
      let name = error.underlying.map { " (\($0.name))" } ?? ""
      self.init(.other, error.message + name)
    }
  }
}

extension ExitStatus {
  init(_ code: ErrorCode) {
    switch code {
    case .invalidArguments, .invalidType: self = .usage
    case .noSuchOffer, .noSuchItem, .noSuchTransfer, .noSuchTarget: self = .notFound
    case .notAcceptable: self = .nothingAcceptable
    case .cancelled, .changed, .truncated, .stalled, .sourceFailed, .targetFailed:
      self = .incomplete
    case .operationNotAllowed, .busy, .quotaExceeded, .accessDenied, .forbidden, .storageFull:
      self = .refused
    case .invalidDescriptor, .tooManyItems, .stateUnavailable: self = .other
    }
  }
}
