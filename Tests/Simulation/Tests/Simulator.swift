import Foundation
import Harness

/// Runs the simulator, which was built with the tests.
enum Simulator {
  static let plans = "\(Built.packageRoot)/Tests/Simulation/Plans"

  static func run(_ arguments: [String]) throws -> (exit: Exit, output: String) {
    let result = try Program.run(
      "\(Built.folder)/simulator", arguments, workingFolder: Built.packageRoot,
      within: .seconds(900))
    return (result.exit, result.output + result.error)
  }
}
