internal import CSimulation
internal import CommandLineArguments
internal import DragSystem
internal import Simulation
internal import dragctl

/// A person at a shell. Each step is a command line of dragctl; `wait` is one for whose end the person waits. Words in
/// braces are the run's files.
enum ShellProgram {
  static func run(_ program: Program, _ world: World, _ files: Files) {
    for (index, step) in program.steps.enumerated() {
      world.sleep(nanoseconds: step.after * 1_000_000)
      let name = "\(program.name).\(index + 1)"
      let words = step.words.map { files.replace($0, for: name) }
      world.timeline.add("$ dragctl \(step.words.joined(separator: " "))   (\(name))")
      let began = VirtualTime.now
      let number = start(name, words, world, files)
      files.began(name, number, step.words, at: began)
      guard step.act == "wait" else { continue }
      for _ in 0..<3000 where sim_is_dead(number) == 0 && sim_is_detached(number) == 0 {
        world.sleep(nanoseconds: 100_000_000)
      }
    }
  }

  @discardableResult
  static func start(_ name: String, _ words: [String], _ world: World, _ files: Files) -> Int32 {
    let number = world.start(name) { Shell.run(words.map { Argument($0) }) }
    files.setStreams(of: number)
    return number
  }
}
