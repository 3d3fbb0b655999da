internal import DragConnection
internal import DragModel

/// A closure of the program's that writes a representation for somebody.
final class Production {
  struct Key: Hashable, Sendable {
    let transfer: Identifier
    let type: MIMEType
  }

  private let provision: Provision
  private let writer: RepresentationWriter
  private let task: Task<Void, Never>

  init(_ provision: Provision, _ writer: RepresentationWriter, _ task: Task<Void, Never>) {
    self.provision = provision
    self.writer = writer
    self.task = task
  }

  /// Nobody wants it any more.
  func cancel() {
    task.cancel()
    writer.close()
    provision.fail("it was cancelled")
  }

  /// Nobody reads any more: the closure is to know it, and dragd will say why.
  func interrupt() {
    task.cancel()
  }

  /// The closure has returned.
  func end(_ result: Result<Void, DragError>) {
    switch result {
    case .success: provision.succeed(bytes: writer.bytesWritten)
    case .failure(let error): provision.fail(error.message)
    }
  }
}
