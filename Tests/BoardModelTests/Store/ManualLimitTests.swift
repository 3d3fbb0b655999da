import Foundation
import Harness
import Testing

@testable import BoardModel

/// The section LIMITS of dragboard(1) names the numbers of the sources.
@Suite struct ManualLimitTests {
  @Test(arguments: [
    (CardText.longestTitle, " bytes of UTF-8"), (CardText.longestText >> 20, " MiB at most"),
    (CardDetails.mostLabels, " labels"), (CardDetails.mostItems, " items on its checklists"),
    (CardDetails.mostComments, " comments"),
    (BoardStore.mostAttachments, " attachments"), (BoardStore.mostBoards, " boards"),
    (NewCard.mostUnasked, " cards the window asks"), (NewCard.most, "."),
    (CalendarComponent.mostChanges, " times together"),
  ])
  func theManualHasEachLimit(_ number: Int, _ words: String) throws {
    let page = try String(
      contentsOfFile: "\(Built.packageRoot)/Sources/dragboard/Manual/dragboard.1", encoding: .utf8)
    let section = try #require(page.components(separatedBy: ".SH LIMITS\n").dropFirst().first)
      .components(separatedBy: "\n.SH ")[0]
    let shown = number.formatted(.number.locale(Locale(identifier: "en_US")))
    #expect(section.contains(" \(shown)\(words)"), "\(shown)\(words)")
  }
}
