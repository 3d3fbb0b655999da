/// The parts that other processes play in a row: `dragbench --as ROLE ARGUMENT…`.
enum Role: String, CaseIterable {
  /// A service on libdbus in C that answers with so many bytes.
  case echo
  /// A lazy Accept and nothing else on libdbus in C: who answers it, and who makes the content.
  case plainBroker = "plain-broker"
  case plainSource = "plain-source"
  /// A source whose content is made when it is asked for.
  case lazySource = "lazy-source"
  /// The same writer, on a plain pipe.
  case writer
  /// dragd's relay alone, between two plain pipes.
  case relay
  /// An empty window on libadwaita in C.
  case emptyWindow = "empty-window"
  /// Who has 1 GiB of memory and gives it back when told to.
  case memory

  func play(_ arguments: [String]) throws {
    switch self {
    case .echo: try EchoService.serve(arguments)
    case .plainBroker: try PlainParties.serveBroker()
    case .plainSource: try PlainParties.serveSource()
    case .lazySource: try LazySource.serve(arguments)
    case .writer: try PlainWriter.serve(arguments)
    case .relay: try PlainRelay.serve(arguments)
    case .emptyWindow: try EmptyWindow.show(arguments)
    case .memory: try HeldMemory.serve(arguments)
    }
  }
}
