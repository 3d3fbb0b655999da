/// A helper process of a benchmark: `dragbench --as ROLE ARGUMENT…`.
enum Role: String, CaseIterable {
  /// A service on libdbus in C that answers with so many bytes.
  case echo
  /// The broker and the source of a bare lazy Accept on libdbus in C: one answers the call, the other makes the
  /// content.
  case plainBroker = "plain-broker"
  case plainSource = "plain-source"
  /// A source that makes its content on demand.
  case lazySource = "lazy-source"
  /// The writer of `lazySource`, on a plain pipe.
  case writer
  /// dragd's relay alone, between two plain pipes.
  case relay
  /// An empty window on libadwaita in C.
  case emptyWindow = "empty-window"
  /// A process that holds 1 GiB of memory and releases it when its standard input ends.
  case memory

  func run(_ arguments: [String]) throws {
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
