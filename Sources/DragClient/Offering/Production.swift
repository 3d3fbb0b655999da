internal import DragConnection
internal import DragModel

/// A running closure of the program that writes a representation.
final class Production {
  struct Key: Hashable, Sendable {
    let transfer: Identifier
    let type: MIMEType
  }

  private let request: ProvideRequest
  private let writer: RepresentationWriter
  private let task: Task<Void, Never>

  init(_ request: ProvideRequest, _ writer: RepresentationWriter, _ task: Task<Void, Never>) {
    self.request = request
    self.writer = writer
    self.task = task
  }

  /// Cancels it: no destination wants the content any longer.
  func cancel() {
    task.cancel()
    writer.close()
    request.fail("the source's production was cancelled")
  }

  /// Cancels only the closure, because the pipe has no reader; dragd will say why.
  func interrupt() {
    task.cancel()
  }

  /// Replies to dragd after the closure has returned.
  func end(_ result: Result<Void, DragError>) {
    switch result {
    case .success: request.succeed(bytes: writer.bytesWritten)
    case .failure(let error): request.fail(error.messageForOthers)
    }
  }
}
