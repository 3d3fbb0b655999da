internal import DragModel

/// The time limits of a transfer.
public struct LoadingOptions: Hashable, Sendable {
  /// How long the source may take until its first byte; nil for ever.
  public var startTimeout: Duration? = .seconds(60)
  /// How long the source may pause between bytes; nil for ever. Only the source's pauses count.
  public var stallTimeout: Duration? = .seconds(30)

  /// Time limits; by default a minute until the first byte and half a minute between bytes.
  public init(startTimeout: Duration? = .seconds(60), stallTimeout: Duration? = .seconds(30)) {
    self.startTimeout = startTimeout
    self.stallTimeout = stallTimeout
  }

  var acceptOptions: AcceptOptions {
    var options = AcceptOptions()
    options.startTimeout = startTimeout.map { max($0.milliseconds, 1) } ?? 0
    options.stallTimeout = stallTimeout.map { max($0.milliseconds, 1) } ?? 0
    return options
  }
}
