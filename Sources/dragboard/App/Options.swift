/// The options for windows on the command line.
struct Options: Equatable {
  /// Opens the board with examples, in a separate store.
  var isDemo = false
  /// Opens only the geocache editor.
  var isEditor = false
  /// Runs in a separate process, beside one that runs already.
  var isApart = false
  /// The bus started the process: it opens no window until the bus activates it.
  var isService = false
  var problem: String?

  init(_ arguments: [String]) {
    for argument in arguments {
      switch argument {
      case "--demo":
        isDemo = true
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
