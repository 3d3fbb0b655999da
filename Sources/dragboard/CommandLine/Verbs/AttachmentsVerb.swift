internal import BoardModel
internal import CommandLineArguments
internal import DragModel
internal import Translations

/// `dragboard attachments`
enum AttachmentsVerb {
  private static let save = Flag(
    "save", value: .required("FOLDER"), help: "write them into this folder")
  private static let remove = Flag("remove", help: "remove those named from the card")

  static let verb = Verb(
    "attachments", summary: "show, save or remove what is attached to a card",
    operands: .init("CARD [NAME…]", least: 1, most: nil),
    description: """
      Shows the attachments of the card, or those with a NAME or number: the number, the name, the type and the size. \
      With --save it writes them into a folder instead, and prints the paths: nothing is replaced, because a name \
      that is used there gets a number, and no file is executable.
      """,
    flags: [save, remove, .json],
    examples: [
      .init("dragboard attachments 4fb16d08", "what is attached"),
      .init("dragboard attachments 4fb16d08 report.pdf --save .", "one of them, as a file"),
      .init("dragboard attachments 4fb16d08 --remove report.pdf", "off the card"),
    ]
  ) { invocation in
    let board = try await VerbBoard(settling: invocation)
    let card = try board.card(invocation.words[0])
    let names = Array(invocation.words.dropFirst())
    let chosen = try names.isEmpty ? card.attachments : Self.attachments(names, of: card)
    let folder = invocation.value(of: save)
    guard invocation.has(remove) else {
      return try show(
        chosen, of: card, savingIn: folder, board, printsJSON: invocation.has(Flag.json))
    }
    guard folder == nil else {
      throw CommandFailure.usage(translated("--save and --remove do not go together"))
    }
    guard !names.isEmpty else {
      throw CommandFailure.usage(
        translated("--remove needs a NAME"), hint: Self.available(on: card))
    }
    try board.store.perform(.detachAll(card.id, chosen.map(\.number)))
    guard invocation.has(Flag.json) else { return }
    let left = try board.store.card(card.id)?.attachments ?? []
    try Console.print(JSON.array(left.map { JSON($0) }))
  }

  /// Prints attachments, or saves them and prints the path of each as soon as it is there.
  private static func show(
    _ attachments: [Attachment], of card: Card, savingIn folder: Argument?, _ board: VerbBoard,
    printsJSON: Bool
  ) throws {
    guard folder == nil || !attachments.isEmpty else {
      throw CommandFailure(.notFound, translated("the card has no attachments"))
    }
    if attachments.isEmpty, !printsJSON { Console.note(translated("The card has no attachments.")) }
    let width = attachments.map { Printable.line($0.name).count }.max() ?? 0
    var objects: [JSON] = []
    let place = try folder.map { folder throws(BoardError) in try TypedPath.existing(folder).path }
    for one in attachments {
      var saved: Argument?
      if let folder, let place {
        let content = try board.store.attachment(one.number, of: card.id)
        saved = Self.path(of: try content.save(in: place, as: one.name, one.type), in: folder)
      }
      guard !printsJSON else {
        objects.append(JSON(one, savedAt: saved?.text))
        continue
      }
      try Console.print((saved?.bytes ?? Array(text(one, nameWidth: width).utf8)) + [0x0A])
    }
    if printsJSON { try Console.print(JSON.array(objects)) }
  }

  /// The path of a saved file, as the person has named the folder.
  private static func path(of file: String, in folder: Argument) -> Argument {
    let name = file.utf8.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? []
    let slash: [UInt8] = folder.bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
    return Argument(folder.bytes + slash + name)
  }

  private static func text(_ attachment: Attachment, nameWidth: Int) -> String {
    let name = Printable.line(attachment.name)
    let gap = String(repeating: " ", count: nameWidth - name.count)
    let size = Measure.bytes(UInt64(attachment.size))
    return "\(attachment.number)  \(name)\(gap)  \(Printable.line(attachment.type)) · \(size)"
  }

  /// The attachments with numbers or names, each once.
  private static func attachments(
    _ names: [String], of card: Card
  ) throws(CommandFailure) -> [Attachment] {
    var found: [Attachment] = []
    for name in names {
      let named = card.attachments.filter { $0.name == name }
      guard let one = card.attachments.first(where: { name == "\($0.number)" }) ?? named.first
      else {
        throw CommandFailure(
          .notFound, translated("the card has no attachment “{name}”", ["name": name]),
          hint: available(on: card))
      }
      guard named.count < 2 || name == "\(one.number)" else {
        throw CommandFailure(
          .ambiguous(name, candidates: named.map { "\($0.number) (\($0.name))" }))
      }
      if !found.contains(one) { found.append(one) }
    }
    return found
  }

  private static func available(on card: Card) -> String {
    let names = card.attachments.map { "\($0.number) (\(Printable.line($0.name)))" }
    return names.isEmpty
      ? translated("It has none.")
      : translated("It has {types}.", ["types": names.joined(separator: ", ")])
  }
}
