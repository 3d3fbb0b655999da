internal import DragConnection
internal import DragModel

/// A closure of the program's that writes a representation for somebody.
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

  /// Nobody wants it any more.
  func cancel() {
    task.cancel()
    writer.close()
    request.fail("it was cancelled")
  }

  /// Nobody reads any more: the closure is to know it, and dragd will say why.
  func interrupt() {
    task.cancel()
  }

  /// The closure has returned.
  func end(_ result: Result<Void, DragError>) {
    switch result {
    case .success: request.succeed(bytes: writer.bytesWritten)
    case .failure(let error): request.fail(error.message)
    }
  }
}
