internal import BoardModel

/// Where in a list something would fall.
struct DropPlace: Equatable {
  /// The row before which; as many as there are rows for the end.
  var row: Int
  /// Where the insertion line is, in pixels from the top of what is shown.
  var y: Double
}
