/// What the command line says.
struct Options: Equatable {
  /// The board with examples, in a store of its own.
  var isDemo = false
  /// Only the geocache editor.
  var isEditor = false
  /// A process of its own, beside one that runs already.
  var isApart = false
  /// Started by the bus, which says then what to do: no window of its own accord.
  var isService = false
  var problem: String?

  init(_ arguments: [String]) {
    for argument in arguments {
      switch argument {
      case "--demo":
        isDemo = true
        isApart = true
      case "--editor":
        isEditor = true
        isApart = true
      case "--new-instance": isApart = true
      case "--gapplication-service": isService = true
      default: problem = "unknown option “\(argument)”; try “dragboard --help”"
      }
    }
  }
}
