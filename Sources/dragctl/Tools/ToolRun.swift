internal import CommandLineArguments
internal import DBus
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Translations

/// Does what a call of a clipboard tool asks for, with dragctl's verbs.
struct ToolRun {
  let tool: ClipboardTool
  let call: ToolCall

  func run() throws(Failure) {
    let action = call.action ?? Self.actionOfStreams
    switch action {
    case .copy: try copy()
    case .paste: try paste()
    case .exchange:
      try paste()
      try copy()
    case .list, .watch, .clear: try perform(action)
    case .nothing: break
    }
  }

  /// What xsel does without a flag: it pastes to a program and copies from one.
  private static var actionOfStreams: ToolCall.Action {
    switch (StandardStream.input.isTerminal, StandardStream.output.isTerminal) {
    case (true, _): .paste
    case (false, true): .copy
    case (false, false): .exchange
    }
  }

  private func paste() throws(Failure) {
    do throws(Failure) {
      try perform(.paste)
    } catch {
      guard tool.pastesNothing, [.notFound, .nothingAcceptable].contains(error.status) else {
        throw error
      }
    }
  }

  private func perform(_ step: ToolCall.Action) throws(Failure) {
    guard case .run(let verb, let invocation) = try Command(call.words(step)) else { return }
    if verb.settlesFirst { Recovery.quietly() }
    guard step == .paste else { return try verb.run(invocation) }
    var command = try PasteCommand(invocation)
    command.endsLine = call.addsNewline
    try command.run()
  }

  // MARK: Input

  private func copy() throws(Failure) {
    if !call.isOfText { try prepareInput() }
    try perform(.copy)
  }

  /// Puts what is to be copied into the place of standard input, unless that has just this.
  private func prepareInput() throws(Failure) {
    let text = call.appends ? try presentText() : []
    let files = call.operands
    if files.count == 1, !call.printsInput { return try replaceInput(by: try Self.open(files[0])) }
    guard !files.isEmpty || call.printsInput || !text.isEmpty || Self.isDevice else { return }
    try gather(after: text)
    if call.printsInput { try printInput() }
  }

  /// Whether standard input is a device that is no terminal. Of an empty one the tools make an empty copy.
  private static var isDevice: Bool {
    guard !StandardStream.input.isTerminal, let input = try? StandardStream.input.duplicate(),
      let kind = try? FileStatus(of: input).kind
    else { return false }
    return kind == .characterDevice
  }

  private func gather(after text: [UInt8]) throws(Failure) {
    let memory = try Self.attempt { () throws(SystemError) in
      let memory = try Memfd.create("dragctl")
      try memory.write(all: text)
      return memory
    }
    for file in call.operands.isEmpty ? ["-"] : call.operands {
      let source = try Self.open(file)
      try Self.attempt(file) { () throws(SystemError) in
        try InputReader(isSensitive: true).append(source, to: memory)
      }
    }
    try Self.attempt { () throws(SystemError) in try memory.setPosition(0) }
    try replaceInput(by: memory)
  }

  private static func open(_ file: Argument) throws(Failure) -> OwnedFileDescriptor {
    try attempt(file) { () throws(SystemError) in
      if file == "-" { return try StandardStream.input.duplicate() }
      return try FilePath.openForReading(file.bytes)
    }
  }

  private func replaceInput(by file: borrowing OwnedFileDescriptor) throws(Failure) {
    do throws(SystemError) {
      try StandardStream.input.replace(by: file)
    } catch {
      throw Failure(.other, error.reason)
    }
  }

  private static func attempt<Value: ~Copyable>(
    _ file: Argument? = nil, _ body: () throws(SystemError) -> Value
  ) throws(Failure) -> Value {
    do throws(SystemError) {
      return try body()
    } catch {
      let name = file.map { $0 == "-" ? translated("standard input") : $0.text }
      throw Failure(.other, name.map { "\($0): \(error.reason)" } ?? error.reason)
    }
  }

  private func printInput() throws(Failure) {
    var offset: UInt64 = 0
    while true {
      let bytes = try Self.attempt { () throws(SystemError) in
        try StandardStream.input.duplicate().read(upTo: 1 << 20, at: offset)
      }
      if bytes.isEmpty { return }
      try Console.print(bytes)
      offset += UInt64(bytes.count)
    }
  }

  private static let mostText = 64 << 20

  /// The text that the selection has; empty for none.
  private func presentText() throws(Failure) -> [UInt8] {
    let connection = try VerbSession.connect()
    defer { connection.bus.close() }
    guard let current = try connection.currentClipboard(call.selection) else { return [] }
    do throws(Failure) {
      return try LimitedContent(mostBytes: Self.mostText, excess: .refused).accept(
        current.offer, types: TargetName.types("text"), connection)
    } catch {
      guard [.notFound, .nothingAcceptable].contains(error.status) else { throw error }
      return []
    }
  }
}
