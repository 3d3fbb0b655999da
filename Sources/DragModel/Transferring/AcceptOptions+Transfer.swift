extension AcceptOptions {
  /// What matters once the representations are chosen: a transfer stays a while after its end, and patterns are long.
  var withoutPatterns: AcceptOptions {
    var options = self
    options.also = []
    return options
  }
}
