internal import BoardModel
internal import DragClient
internal import GtkKit
internal import Translations

/// Shows the current offers on dragd, which a person can drag onto a list or into any other program.
final class OffersPanel {
  let widget: Box
  private let board: Board
  private let bus: BoardBus
  private let commands: BoardCommands
  private let list = ListBox(style: "boxed-list")
  private let stack = Pages()
  private var rows: [String: OfferRow] = [:]
  private var following: Task<Void, Never>?
  /// The title of the list that gets what a person adds.
  var listTitle: String? {
    didSet { if listTitle != oldValue { for row in rows.values { row.show(list: listTitle) } } }
  }

  init(_ board: Board, _ bus: BoardBus, _ commands: BoardCommands) {
    self.board = board
    self.bus = bus
    self.commands = commands
    widget = Box(.vertical)
    list.accessibleLabel = translated("From Other Programs")
    let empty = StatusPage(
      icon: "folder-download-symbolic", title: translated("Nothing Offered Now"),
      text: translated(
        "What other programs and this one offer appears here. Drag it onto a list, or anywhere."))
    let away = StatusPage(
      icon: "dialog-warning-symbolic", title: translated("dragd Is Not Running"),
      text: translated(
        "What programs offer appears here once it runs. “systemctl --user start dragd” starts it."))
    for page in [empty, away] { page.add(style: "compact") }
    let content = Box(.vertical, [list])
    content.margins(12)
    let scroller = ScrolledWindow(content, horizontally: false, vertically: true)
    stack.add(empty.expanding(vertically: true), as: "empty")
    stack.add(away.expanding(vertically: true), as: "away")
    stack.add(scroller.expanding(vertically: true), as: "offers")
    stack.expanding(vertically: true)
    widget.append(stack)
    follow()
  }

  isolated deinit {
    following?.cancel()
  }

  /// Starts following the offers; call it again once the bus is connected or the connection has failed.
  func follow() {
    guard let client = bus.client else {
      if bus.isWithoutBus { stack.shown = "away" }
      return
    }
    guard following == nil else { return }
    following = Task { [weak self] in
      for await offers in client.offers {
        self?.show(offers)
        if offers.isEmpty { self?.lookForService(client) }
      }
      self?.stack.shown = "away"
    }
  }

  /// Finds out whether dragd has no offers or does not run: a call starts dragd if it is installed.
  private func lookForService(_ client: DragClient) {
    Task { [weak self] in
      do throws(DragError) {
        _ = try await client.find()
      } catch {
        guard let self, rows.isEmpty else { return }
        stack.shown = error.code == .noSuchOffer ? "empty" : "away"
      }
    }
  }

  private func show(_ offers: [Offered]) {
    let ids = Set(offers.map(\.id))
    rows = rows.filter { ids.contains($0.key) }
    for offered in offers where rows[offered.id] == nil {
      let row = OfferRow(offered) { [weak self] in self?.addToBoard(offered) }
      row.show(list: listTitle)
      rows[offered.id] = row
    }
    for offered in offers { rows[offered.id]?.show(offered) }
    list.set(offers.compactMap { rows[$0.id]?.widget })
    stack.shown = offers.isEmpty ? "empty" : "offers"
  }

  /// Adds an offer to the end of the active list, without a drag.
  private func addToBoard(_ offered: Offered) {
    guard let list = commands.openWindow?.commands.activeList else { return }
    Task { [commands] in
      do {
        let items = try await offered.items()
        ItemReceiver.start(items, .copy, at: ListPlace(list: list, next: nil), commands) {
          commands.reveal($0)
        }
      } catch {
        commands.say(FailureText.of(error))
      }
    }
  }
}
