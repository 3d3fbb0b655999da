internal import DragModel
internal import Translations

/// An attachment as a card's description names it.
struct DescribedAttachment: Hashable {
  /// The type under which its content is on offer, which differs from that of all others.
  let offered: String
  let name: String
  let type: String

  /// The type's essence. It says nothing of the content, so that no other program takes it for the card's own.
  private static let essence = "application/vnd.dragd.attachment"

  init(_ attachment: Attachment) {
    offered = Self.offered(attachment.number)
    name = attachment.name
    type = attachment.type
  }

  fileprivate static func offered(_ number: Int) -> String { "\(essence);number=\(number)" }

  /// - Throws: `invalid` where `offered` is not the type of an attachment: the card would lose the representation of
  ///   that type.
  init(_ object: JSONObject) throws(BoardError) {
    offered = try object.string("offered")
    name = try object.string("name")
    let type = try object.string("type")
    self.type = MIMEType(type)?.description ?? "application/octet-stream"
    guard MIMEType.essence(of: offered) == Self.essence else {
      throw .invalid(
        field: "offered",
        reason: translated(
          "“{offered}” is not a {type}", ["offered": offered, "type": Self.essence]))
    }
  }

  var json: JSON {
    .object([
      .init("offered", .string(offered)), .init("name", .string(name)),
      .init("type", .string(type)),
    ])
  }
}

extension CardDescription {
  /// The number that the cover gets among the attachments that were read.
  func cover(among contents: [(type: String, content: Content)]) -> Int? {
    guard let cover = details.cover else { return nil }
    let read = attachments.filter { one in contents.contains { $0.type == one.offered } }
    let place = read.firstIndex { $0.offered == DescribedAttachment.offered(cover) }
    return place.map { $0 + 1 }
  }

  /// The attachments, made of what was read beside the description.
  func attachments(
    among contents: [(type: String, content: Content)]
  ) -> [NewAttachment] {
    var found: [NewAttachment] = []
    for one in attachments {
      guard let content = contents.first(where: { $0.type == one.offered })?.content else {
        // A program that copies may have left it out; a move reads all types.
        continue
      }
      found.append(NewAttachment(name: one.name, type: one.type, content: content))
    }
    return found
  }
}
