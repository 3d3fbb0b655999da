internal import Foundation

/// How many of the tests run: `DRAGD_TEST_EXTENT`.
package enum Extent: String, Sendable {
  /// `make test`: the tests that find most in a few minutes.
  case usual
  /// `make test-all`: all tests.
  case full
  /// `make test-rest`: the tests of `full` that `usual` leaves out, where the two can be told apart.
  case rest

  package static let current: Extent = {
    let name = ProcessInfo.processInfo.environment["DRAGD_TEST_EXTENT"] ?? "usual"
    guard let extent = Extent(rawValue: name) else {
      fatalError("DRAGD_TEST_EXTENT is “\(name)”, neither usual nor full nor rest")
    }
    return extent
  }()

  /// The part of `all` that this run tests: `make test` the usual part, `make test-rest` the other, `make test-all`
  /// both.
  package static func part<Value>(of all: some Sequence<Value>, usual: (Value) -> Bool) -> [Value] {
    switch current {
    case .usual: all.filter(usual)
    case .rest: all.filter { !usual($0) }
    case .full: Array(all)
    }
  }
}
