internal import DragSystem

/// What waits to be written to a line: control first, so that a call beside a full transfer waits for no more than what
/// is under way.
final class LineOutput {
  private var outlet: Outlet?
  private let loop: EventLoop
  private var watch: Watch?

  /// Closed with its last reference.
  private final class Outlet {
    let descriptor: OwnedFileDescriptor
    init(_ descriptor: consuming OwnedFileDescriptor) { self.descriptor = descriptor }
  }

  private var control = Queue<[UInt8]>()
  private var data = Queue<[UInt8]>()
  /// Bytes of all but streams.
  private(set) var controlBytes = 0
  private var dataBytes = 0
  /// What is being written, and how much of it was.
  private var current: [UInt8] = []
  private var written = 0
  private var isScheduled = false
  var onRoom: (() -> Void)?
  /// The other end reads no more.
  var onLoss: (() -> Void)?

  /// Bytes of streams that may wait.
  private static let mostData = 2 << 20
  /// Small frames are written together.
  private static let bytesTogether = 64 << 10

  init(_ descriptor: consuming OwnedFileDescriptor, on loop: EventLoop) {
    outlet = Outlet(descriptor)
    self.loop = loop
  }

  func start() throws(SystemError) {
    guard let outlet else { return }
    // It always tells that the other end has left, also while there is nothing to write.
    watch = try loop.watch(outlet.descriptor, for: []) { [unowned self] readiness in
      if readiness.isDisjoint(with: [.error, .hangup]) { write() } else { lose() }
    }
  }

  /// Sends the mark at which the line begins.
  func begin() { send(FrameReader.mark) }

  func send(_ bytes: [UInt8]) {
    control.append(bytes)
    controlBytes += bytes.count
    schedule()
  }

  func send(data bytes: [UInt8]) {
    data.append(bytes)
    dataBytes += bytes.count
    schedule()
  }

  var roomForData: Int { max(Self.mostData - dataBytes, 0) }

  var isEmpty: Bool { written == current.count && control.isEmpty && data.isEmpty }

  /// What is sent in one turn of the loop is written together.
  private func schedule() {
    guard !isScheduled else { return }
    isScheduled = true
    loop.next { [weak self] in
      guard let self, isScheduled else { return }
      isScheduled = false
      write()
    }
  }

  /// Writes what can be written now.
  func flush() { write() }

  private func write() {
    var (hasWritten, isFull) = (false, false)
    while let outlet, takeNext() {
      do throws(SystemError) {
        let count = try outlet.descriptor.write(some: current, from: written)
        guard count > 0 else {
          isFull = true
          break
        }
        written += count
        hasWritten = true
      } catch {
        return lose()
      }
    }
    watch?.change(to: isFull ? .writable : [])
    if hasWritten { onRoom?() }
  }

  /// Makes the next bytes current if the last ones are written; false when there are none.
  private func takeNext() -> Bool {
    guard written == current.count else { return true }
    (current, written) = ([], 0)
    while current.count < Self.bytesTogether, let next = control.popFirst() {
      controlBytes -= next.count
      if current.isEmpty { current = next } else { current += next }
    }
    if current.isEmpty, let next = data.popFirst() {
      dataBytes -= next.count
      current = next
    }
    return !current.isEmpty
  }

  private func lose() {
    close()
    onLoss?()
  }

  func close() {
    watch?.cancel()
    watch = nil
    outlet = nil
    (control, data, current, written) = (Queue(), Queue(), [], 0)
    (controlBytes, dataBytes) = (0, 0)
  }
}
