/// How important a task of iCalendar is (RFC 5545, section 3.8.1.9): high, medium or low. As a label it is a priority
/// of todo.txt, “(A)”, “(B)” or “(C)”.
struct CalendarPriority {
  private static let labels = ["(A)", "(B)", "(C)"]
  /// What most programs write for these.
  private static let numbers: [Int32] = [1, 5, 9]

  private let index: Int
  /// Whether the label says all of it: within high and low the standard has four degrees each.
  let isWhole: Bool

  /// - Parameter value: 1 … 9; 0 is no priority.
  init?(value: String) {
    guard let number = Int32(value), (1...9).contains(number) else { return nil }
    index = number < 5 ? 0 : number == 5 ? 1 : 2
    isWhole = Self.numbers.contains(number)
  }

  init?(label: String) {
    guard let index = Self.labels.firstIndex(of: label) else { return nil }
    (self.index, isWhole) = (index, true)
  }

  var label: String { Self.labels[index] }
  var number: Int32 { Self.numbers[index] }
}
