internal import DBus
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem

extension DragError {
  /// The error that a peer ended a transfer with.
  init(_ error: BusError) {
    self.init(RequestError(error))
  }

  init(_ error: SystemError) {
    self.init(
      .system, error.description, cause: .system(call: error.call, errno: error.errno))
  }

  /// Whether a system call found a file in its way.
  var isAboutAnExistingFile: Bool {
    guard case .system(let call, let errno)? = cause else { return false }
    return SystemError(call, errno: errno).isExisting
  }

  /// The error that a closure of the program threw.
  init(thrown error: any Error) {
    switch error {
    case let error as DragError: self = error
    case is CancellationError: self = .cancelledTask
    default: self.init(.program, "\(error)", cause: .program(error))
    }
  }

  /// The message for another program, which learns nothing of this machine's files, nor what the program's own code
  /// has thrown: that may name what is secret. Words for others are those of a DragError that the program throws.
  var messageForOthers: String {
    switch code {
    case .system, .fileExists, .invalidDescriptor: "it cannot be stored or read there"
    case .program: "it failed there"
    default: message
    }
  }

  static var cancelledTask: DragError {
    DragError(
      .cancelled, "the task that asked for it was cancelled", cause: .program(CancellationError()))
  }

  static var closed: DragError {
    DragError(RequestError(.disconnected, "this client was closed"))
  }
}

extension RequestError {
  /// The connection's error behind a public one.
  init(_ error: DragError) {
    self = error.requestError ?? RequestError(.other, error.message)
  }
}

extension DragError.Code {
  init(_ error: RequestError) {
    switch error.code {
    case .broker(let code): self.init(code)
    case .noSessionBus: self = .noSessionBus
    case .noBroker: self = .noBroker
    case .disconnected: self = .disconnected
    case .noReply: self = .noReply
    case .deniedByBus: self = .deniedByBus
    case .unsupported: self = .unsupported
    case .malformedReply: self = .malformedReply
    case .other:
      let name = error.underlying?.name ?? ""
      self =
        name.hasPrefix(ErrorCode.namespace)
        ? DragError.Code(rawValue: String(name.dropFirst(ErrorCode.namespace.count))) : .other
    }
  }

  init(_ code: ErrorCode) {
    let name = code.errorName.utf8.split(separator: UInt8(ascii: ".")).last
    self.init(rawValue: name.flatMap { String($0) } ?? code.rawValue)
  }

  /// The code of dragd's contract, which another program gets; nil for a code of this library alone.
  var contractCode: ErrorCode? {
    ErrorCode.allCases.first { DragError.Code($0) == self }
  }
}
