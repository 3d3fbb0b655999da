internal import BoardModel
internal import Foundation

/// A board with examples, in a separate store.
enum Demo {
  static var folder: String { BoardStore.defaultFolder + "-demo" }

  /// Fills a store that is empty and was never changed.
  static func fill(_ store: BoardStore) throws(BoardError) {
    let lists = try store.lists()
    guard lists.count >= 3, try store.cardCount(in: lists[0].id) == 0,
      try store.undoName() == nil
    else { return }
    for (list, cards) in zip(lists, [toDo, inProgress, done]) {
      let new = cards.map { card in
        var new = NewCard(title: card.title, text: card.text)
        new.details = details(of: card.title)
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

  /// What is planned with some of the cards.
  private static func details(of title: String) -> CardDetails {
    let today = DueDate.now.wholeDay
    return switch title {
    case "Answer the mail of the harbour office":
      CardDetails(due: today, labels: [CardLabel("urgent", .red), CardLabel("office", .blue)])
    case "Buy paint for the boat shed":
      CardDetails(due: today.tomorrow, labels: [CardLabel("boats", .green)])
    case "Translate the museum's labels":
      CardDetails(
        labels: [CardLabel("museum", .purple)],
        checklist: [
          ChecklistItem("Hall 1", isDone: true), ChecklistItem("Hall 2", isDone: true),
          ChecklistItem("Hall 3"),
        ])
    case "Proofread the newsletter":
      CardDetails(due: today.tomorrow, labels: [CardLabel("office", .blue)])
    default: CardDetails()
    }
  }

  private static let toDo: [(title: String, text: String)] = [
    ("Answer the mail of the harbour office", "They want the list of moorings by Friday."),
    ("Buy paint for the boat shed", "Two litres of blue, one of white"),
    ("Ask Ada about the new tide tables", ""),
    ("Draft the programme for the summer fair", "Music at four, the regatta at six."),
    ("Return the borrowed sextant", ""),
  ]
  private static let inProgress: [(title: String, text: String)] = [
    ("Translate the museum's labels", "Halls 1 and 2 are done; 3 is half-way."),
    ("Repair the lighthouse model", ""),
    ("Proofread the newsletter", "Page 4 has the wrong date."),
  ]
  private static let done: [(title: String, text: String)] = [
    ("Renew the library card", ""),
    ("Order the spare lamp", "Arrives on Tuesday"),
    ("Photograph the old cranes", ""),
    ("Plan the coastal walk", "Twelve kilometres, with a stop at the mill"),
  ]
  private static let geocaches:
    [(name: String, summary: String, latitude: Double, longitude: Double)] = [
      (
        "The Lamp Room", "Count the steps; the cache is behind the same number of stones.", 54.1823,
        7.8901
      ),
      ("Mill on the Dyke", "Small box, bring your own pencil.", 53.6921, 7.1502),
      ("Cranes at Dusk", "Look up, then look under the third bollard.", 53.5413, 9.9841),
    ]
}
