import DragModel
import Testing

/// Every rule of a move is needed: without it the search finds what goes wrong; with it the same steps
/// end well.
@Suite struct CounterexampleTests {
  @Test(arguments: Counterexample.all)
  func theRuleIsNeeded(_ example: Counterexample) throws {
    let search = Search(start: MoveWorld(example.broken)) { $0.kind == example.kind }
    let result = search.run()
    let found = try #require(result.found, "\(result.summary)")
    print(
      "\(example.number). \(found.violation.kind) (\(found.trace.count) steps, "
        + "\(example.steps) known): \(example.name); \(result.summary)")

    // The same steps as far as they are possible, then everything that can follow.
    var world = MoveWorld(example.setup)
    var taken = 0
    for step in found.actions where world.actions.contains(step) {
      world.perform(step)
      taken += 1
      #expect(world.violation == nil)
    }
    #expect(taken > 2, "the trace is not that of this rule")
    world.left = MoveWorld.Budget()
    let after = Search(start: world).run()
    #expect(after.isComplete)
    #expect(after.found == nil, "\(after.found?.violation.description ?? "")")
  }
}

extension Counterexample: CustomTestStringConvertible {
  var testDescription: String { "\(number): \(name)" }
}
