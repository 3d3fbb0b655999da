internal import BoardModel
internal import Foundation
internal import Translations

/// A board with examples, in a separate store.
enum Demo {
  static var folder: String {
    get throws(BoardError) { try BoardStore.defaultFolder + "-demo" }
  }

  /// Fills a store that is empty and was never changed.
  static func fill(_ store: BoardStore) throws(BoardError) {
    let lists = try store.lists()
    guard lists.count >= 3, try store.cardCount(in: lists[0].id) == 0,
      try store.undoName() == nil
    else { return }
    for (list, cards) in zip(lists, [toDo, inProgress, done]) {
      let new = cards.map { card in
        var new = NewCard(title: card.title, text: card.text)
        new.details = card.details
        if list.id == lists[2].id { new.details.isDone = true }
        return new
      }
      try store.perform(.addCards(new, to: list.id, at: .end))
    }
    try store.perform(.limitList(lists[1].id, 5))
    for (index, cache) in geocaches.enumerated() {
      let picture = DemoPicture.draw(index)
      let geocache = try Geocache(
        name: cache.name, summary: cache.summary, latitude: cache.latitude,
        longitude: cache.longitude, image: picture)
      try store.perform(
        .addCards([try NewCard(geocache)], to: lists[index].id, at: .index(index == 0 ? 0 : 1)))
    }
  }

  private struct Example {
    let title: String
    let text: String
    let details: CardDetails

    init(_ title: String, _ text: String = "", _ details: CardDetails = CardDetails()) {
      (self.title, self.text, self.details) = (title, text, details)
    }
  }

  private static let today = DueDate.now.wholeDay
  private static let office = CardLabel(translated("office"), .blue)

  private static let toDo = [
    Example(
      translated("Answer the mail of the harbour office"),
      translated("They want the list of moorings by Friday."),
      CardDetails(due: today, labels: [CardLabel(translated("urgent"), .red), office])),
    Example(
      translated("Buy paint for the boat shed"), translated("Two litres of blue, one of white"),
      CardDetails(due: today.tomorrow, labels: [CardLabel(translated("boats"), .green)])),
    Example(translated("Ask Ada about the new tide tables")),
    Example(
      translated("Draft the programme for the summer fair"),
      translated("Music at four, the regatta at six.")),
    Example(translated("Return the borrowed sextant")),
  ]

  private static let inProgress = [
    Example(
      translated("Translate the museum's labels"),
      translated("Halls 1 and 2 are done; 3 is half-way."),
      CardDetails(
        labels: [CardLabel(translated("museum"), .purple)],
        checklist: [(1, true), (2, true), (3, false)].map { hall, isDone in
          ChecklistItem(translated("Hall {number}", ["number": hall]), isDone: isDone)
        })),
    Example(translated("Repair the lighthouse model")),
    Example(
      translated("Proofread the newsletter"), translated("Page 4 has the wrong date."),
      CardDetails(due: today.tomorrow, labels: [office])),
  ]

  private static let done = [
    Example(translated("Renew the library card")),
    Example(translated("Order the spare lamp"), translated("Arrives on Tuesday")),
    Example(translated("Photograph the old cranes")),
    Example(
      translated("Plan the coastal walk"),
      translated("Twelve kilometres, with a stop at the mill")),
  ]

  private static let geocaches:
    [(name: String, summary: String, latitude: Double, longitude: Double)] = [
      (
        translated("The Lamp Room"),
        translated("Count the steps; the cache is behind the same number of stones."), 54.1823,
        7.8901
      ),
      (
        translated("Mill on the Dyke"), translated("Small box, bring your own pencil."), 53.6921,
        7.1502
      ),
      (
        translated("Cranes at Dusk"), translated("Look up, then look under the third bollard."),
        53.5413, 9.9841
      ),
    ]
}
