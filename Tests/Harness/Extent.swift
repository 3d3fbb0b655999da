internal import Foundation

/// How much the tests do of what they could: `DRAGD_TEST_EXTENT`.
package enum Extent: String, Sendable {
  /// `make test`: what finds most in minutes.
  case usual
  /// `make test-all`.
  case full
  /// What `full` has and `usual` has not, as far as the two can be told apart.
  case rest

  package static let current: Extent = {
    let name = ProcessInfo.processInfo.environment["DRAGD_TEST_EXTENT"] ?? "usual"
    guard let extent = Extent(rawValue: name) else {
      fatalError("DRAGD_TEST_EXTENT is “\(name)”, neither usual nor full nor rest")
    }
    return extent
  }()

  /// What is tested of all now: `make test` has what is usual, `make test-rest` the others, `make test-all` all.
  package static func part<Value>(of all: some Sequence<Value>, usual: (Value) -> Bool) -> [Value] {
    switch current {
    case .usual: all.filter(usual)
    case .rest: all.filter { !usual($0) }
    case .full: Array(all)
    }
  }
}
