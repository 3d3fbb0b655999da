package import Harness

extension SeededGenerator {
  package mutating func one<Value>(of values: [Value]) -> Value {
    values[random(below: values.count)]
  }

  /// None to three values.
  package mutating func some<Value>(_ make: (inout SeededGenerator) -> Value) -> [Value] {
    (0..<random(below: 4)).map { _ in make(&self) }
  }
}
