/// Where a reader stands in a message, kept without allocation and told only when something is wrong there.
struct Place {
  /// What the values that a reader walks are to the value around them.
  enum Unit {
    case argument, element, field
    /// The value of a dictionary's entry: libdbus's pointer to the key, which lives as long as the message.
    case value(key: UnsafePointer<CChar>)
  }

  private struct Step {
    var unit: Unit
    var index: Int
  }

  /// Number of values that the reader has passed.
  var index = 0
  private var unit: Unit
  private var depth = 0
  private var outer: InlineArray<6, Step>

  init(_ unit: Unit) {
    self.unit = unit
    outer = InlineArray(repeating: Step(unit: .argument, index: 0))
  }

  /// The start of what is inside the value here. Beyond six levels the inner ones are told apart no more.
  func entering(_ unit: Unit) -> Place {
    var inner = self
    if depth < outer.count {
      inner.outer[depth] = Step(unit: self.unit, index: index)
      inner.depth += 1
    }
    inner.unit = unit
    inner.index = 0
    return inner
  }
}

extension Place: CustomStringConvertible {
  var description: String {
    var steps = (0..<depth).map { Self.describe(outer[$0]) }
    steps.append(Self.describe(Step(unit: unit, index: index)))
    return steps.joined(separator: ", ")
  }

  private static func describe(_ step: Step) -> String {
    switch step.unit {
    case .argument: "argument \(step.index + 1)"
    case .element: "element \(step.index + 1)"
    case .field: "field \(step.index + 1)"
    case .value(let key): "“\(String(cString: key))”"
    }
  }
}
