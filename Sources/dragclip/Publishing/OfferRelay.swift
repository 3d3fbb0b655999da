internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem

/// Transfers the bytes of a copied offer to a destination of dragclip's relay offer.
final class OfferRelay {
  private enum State {
    case accepting
    case running(Relay, Identifier?)
    case finishing
    case over
  }

  private let connection: BrokerConnection
  private let loop: EventLoop
  private let workers: WorkerPool
  private let lane: Lane
  private var state = State.accepting
  private let then: (String?) -> Void

  /// - Parameter then: called once, unless the relay is cancelled; with the reason if the content is incomplete.
  init(
    _ offer: Identifier, item: UInt32, _ type: MIMEType, into pipe: consuming OwnedFileDescriptor,
    _ connection: BrokerConnection, _ loop: EventLoop, _ workers: WorkerPool,
    then: @escaping (String?) -> Void
  ) {
    self.connection = connection
    self.loop = loop
    self.workers = workers
    self.then = then
    lane = .paste(Random.number())
    let destination = SharedDescriptor(pipe)
    var options = AcceptOptions()
    options.delivery = .stream
    options.inlineMax = 0
    do throws(RequestError) {
      let call = try BrokerCall<[AcceptedPart]>.accept(
        offer, AcceptCall(items: [item], types: [type.description], options: options))
      connection.perform(call, timeout: BrokerConnection.usualTimeout) { [weak self] result in
        switch result {
        case .success(let parts): self?.accepted(parts.first, destination)
        case .failure(let error): self?.end(error.message)
        }
      }
    } catch {
      loop.next { [weak self] in self?.end(error.message) }
    }
  }

  func cancel() {
    switch state {
    case .running(let relay, let transfer):
      relay.cancel()
      if let transfer,
        let call = try? BrokerCall<Void>.cancel(transfer, reason: "the destination cancelled")
      {
        connection.post(call)
      }
    case .accepting, .finishing, .over: break
    }
    state = .over
  }

  private func accepted(_ part: AcceptedPart?, _ destination: SharedDescriptor) {
    guard case .accepting = state else { return }
    guard let part, case .descriptor(let stream) = part.content,
      let source = try? stream.descriptor.duplicate(),
      let pipe = try? destination.descriptor.duplicate()
    else { return end("dragd's reply has no stream") }
    let relay = Relay(from: source, to: pipe, lane: lane, pool: workers, loop: loop) {
      [weak self] report in self?.relayed(report, part.transfer)
    }
    state = .running(relay, part.transfer)
  }

  private func relayed(_ report: JobReport, _ transfer: Identifier?) {
    switch report {
    case .transferred, .waiting, .roomWanted: break
    case .ended: finish(transfer)
    case .destinationClosed, .limitExceeded, .short, .changed, .failed:
      end("the stream ended early: \(report)")
    }
  }

  private func finish(_ transfer: Identifier?) {
    guard let transfer else { return end(nil) }
    state = .finishing
    do throws(RequestError) {
      let call = try BrokerCall<FinishResult>.finish(transfer)
      connection.perform(call, timeout: BrokerConnection.usualTimeout) { [weak self] result in
        switch result {
        case .success: self?.end(nil)
        case .failure(let error): self?.end(error.message)
        }
      }
    } catch {
      end(error.message)
    }
  }

  private func end(_ failure: String?) {
    if case .over = state { return }
    state = .over
    then(failure)
  }
}
