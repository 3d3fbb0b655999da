import Testing

@testable internal import GtkKit

@MainActor @Suite struct AsyncSemaphoreTests {
  /// Who has come, who is inside, and what lets each of them out.
  @MainActor private final class Passage {
    let semaphore = AsyncSemaphore(2)
    var came: [Int] = []
    var entered: [Int] = []
    var doors: [CheckedContinuation<Void, Never>] = []

    func pass(_ number: Int) async {
      came.append(number)
      await semaphore.pass {
        entered.append(number)
        await withCheckedContinuation { doors.append($0) }
      }
    }

    func wait(until condition: () -> Bool) async {
      while !condition(), !Task.isCancelled { await Task.yield() }
    }
  }

  @Test(.timeLimit(.minutes(1))) func twoPassAtATimeInTheOrderInWhichTheyCame() async {
    let passage = Passage()
    let passing = (0..<5).map { number in Task { await passage.pass(number) } }
    await passage.wait { passage.came.count == 5 }
    for inside in 2...5 {
      await passage.wait { passage.entered.count >= inside && passage.doors.count >= 1 }
      #expect(passage.entered == Array(passage.came.prefix(inside)))
      passage.doors.removeFirst().resume()
    }
    await passage.wait { !passage.doors.isEmpty }
    passage.doors.removeFirst().resume()
    for task in passing { await task.value }
    // Both places are free again.
    let again = Task { await passage.pass(5) }
    await passage.wait { !passage.doors.isEmpty }
    passage.doors.removeFirst().resume()
    await again.value
    #expect(passage.entered == passage.came)
  }
}
