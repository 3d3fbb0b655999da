import DragSystem
import Testing

@Suite struct StoppableWorkTests {
  @Test func whatIsStoppedIsNotKept() {
    let work = StoppableWork()
    #expect(!work.canBeStopped)
    let hasStarted = work.start()
    #expect(hasStarted && work.goesOn && work.canBeStopped)
    work.stop()
    let isKept = work.keep()
    #expect(!isKept && !work.goesOn && work.isRunning && work.canBeStopped)
    work.end()
    #expect(!work.isRunning && !work.canBeStopped)
  }

  @Test func whatIsKeptIsNotStopped() {
    let work = StoppableWork()
    let hasStarted = work.start()
    let isKept = work.keep()
    #expect(hasStarted && isKept)
    #expect(!work.canBeStopped && work.isRunning)
    work.stop()
    #expect(!work.canBeStopped && work.isRunning && !work.goesOn)
    work.end()
    #expect(!work.isRunning)
  }

  @Test func whatIsStoppedBeforeItStartsNeverStarts() {
    let work = StoppableWork()
    work.stop()
    let hasStarted = work.start()
    #expect(!hasStarted && !work.isRunning)
  }
}
