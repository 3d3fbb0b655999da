internal import DBus
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Translations

/// The running transfers, and one line that shows their progress.
final class TransferTable {
  private let style: Progress.Style
  private let stream: StandardStream
  private var running: [Identifier: Running] = [:]
  private var line: ProgressDisplay?
  /// The transfers that the line includes.
  private var shown: Set<Identifier> = []

  struct Running {
    let name: String
    var properties = TransferProperties()
  }

  init(_ style: Progress.Style, on stream: StandardStream = .error) {
    self.style = style
    self.stream = stream
  }

  var hasTransfers: Bool { !running.isEmpty }

  /// The running transfers.
  var transfers: [Identifier] { Array(running.keys) }

  subscript(id: Identifier) -> Running? { running[id] }

  func addTransfer(_ id: Identifier, _ name: String, _ properties: TransferProperties) {
    guard running[id] == nil else { return }
    running[id] = Running(name: name, properties: properties)
  }

  /// Handles a PropertiesChanged of a running transfer.
  func update(_ id: Identifier, _ signal: Message) {
    guard var transfer = running[id], (try? transfer.properties.update(signal)) == true else {
      return
    }
    running[id] = transfer
    draw()
  }

  func end(_ id: Identifier) {
    clear()
    running[id] = nil
    draw()
  }

  /// Ends all transfers.
  func endAll() {
    clear()
    running = [:]
    draw()
  }

  /// Prints a message on one line, whatever other programs' texts in it contain.
  func note(_ text: String) throws(Failure) {
    clear()
    switch stream {
    case .output: try Console.print(Printable.line(text) + "\n")
    case .input, .error: Console.note(text)
    }
  }

  func clear() {
    line?.clear()
  }

  private static func name(_ count: Int) -> String {
    translated(count: count, one: "{count} transfer", other: "{count} transfers")
  }

  private func draw() {
    guard !running.isEmpty else {
      line = nil
      shown = []
      return
    }
    let ids = Set(running.keys)
    if ids != shown || line == nil {
      line?.clear()
      let name = running.count == 1 ? running.first?.value.name : nil
      line = ProgressDisplay(name ?? Self.name(running.count), style: style, on: stream)
      shown = ids
    }
    let bytes = running.values.map(\.properties.bytes).saturatedSum
    let sizes = running.values.map(\.properties.size)
    let size = sizes.contains(nil) ? nil : sizes.compactMap(\.self).saturatedSum
    line?.update(bytes: bytes, size: size)
  }
}
