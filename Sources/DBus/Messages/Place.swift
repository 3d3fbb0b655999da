/// A reader's position in a message. It needs no allocation, and becomes text only for an error.
struct Place {
  /// The relation of the values that a reader reads to the value around them.
  enum Unit {
    case argument, element, field
    /// The value of a dictionary's entry: libdbus's pointer to the key, which lives as long as the message.
    case value(key: UnsafePointer<CChar>)
  }

  /// Small, because every copy of a reader copies it.
  private struct Step {
    var unit: Unit
    var index: UInt32
  }

  private var here: Step
  private var depth = 0
  private var outer: InlineArray<5, Step>

  init(_ unit: Unit) {
    here = Step(unit: unit, index: 0)
    outer = InlineArray(repeating: here)
  }

  /// How many values the reader has read or skipped.
  var index: Int { Int(here.index) }

  mutating func advance() { here.index += 1 }

  /// The first position inside the value here. Beyond five levels the description leaves out the inner ones.
  func entering(_ unit: Unit) -> Place {
    var inner = self
    if depth < outer.count {
      inner.outer[depth] = here
      inner.depth += 1
    }
    inner.here = Step(unit: unit, index: 0)
    return inner
  }
}

extension Place: CustomStringConvertible {
  var description: String {
    var steps = (0..<depth).map { Self.describe(outer[$0]) }
    steps.append(Self.describe(here))
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
