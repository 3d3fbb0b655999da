internal import DragModel
internal import Translations

/// The data of a card that none of its representations contains. Boards send it to each other beside the
/// representations, so that a card arrives unchanged.
///
/// It is UTF-8 JSON: `{"title": string, "text": string, "name": string, optional, "types": [string]}`. The types are
/// those of the stored representations, best first, and then those of the attachments; each of them is on offer beside
/// it, byte for byte. A board of version 0.2 keeps attachments as representations. Unknown keys are ignored.
///
/// The card's details are there if it has any: `"due": "2026-11-25T14:30"`, `"done": true`,
/// `"labels": [{"name": string, "color": string}]`, `"checklist": [{"text": string, "done": boolean, "due": date,
/// "list": string}]`, `"comments": [{"text": string, "time": "2026-11-25T14:30:00Z", "author": string}]`,
/// `"cover": number`, of an attachment,
/// `"attachments": [{"offered": string, "name": string, "type": string}]`, where `offered` is one of the types.
package struct CardDescription: Hashable, Sendable {
  /// Its MIME type.
  package static let type = "application/vnd.dragd.card+json"
  /// The largest description in bytes.
  package static let largest = 64 << 20

  package let title: String
  package let text: String
  /// The file name that the card's source suggested.
  package let name: String?
  package let types: [String]
  package let details: CardDetails
  let attachments: [DescribedAttachment]

  package init(of card: Card) {
    title = card.title
    text = card.text
    name = card.name
    details = card.details
    attachments = card.attachments.map { DescribedAttachment($0) }
    types = card.representations.map(\.type) + attachments.map(\.offered)
  }

  /// Reads a description.
  ///
  /// - Throws: `malformed` for invalid JSON; `invalid` with the field and the reason.
  package init(json bytes: [UInt8]) throws(BoardError) {
    let object = try JSONObject(bytes, as: Self.type)
    title = try object.string("title")
    text = try object.string("text")
    name = object.has("name") ? try object.string("name") : nil
    let types = try object.value("types")
    guard case .array(let values) = types else {
      throw .invalid(
        field: "types", reason: translated("it is {kind}, not an array", ["kind": types.kindName]))
    }
    var all: [String] = []
    for value in values { all.append(try value.string(for: "types")) }
    self.types = all
    details = try CardDetails(object)
    attachments = try object.objects("attachments", most: BoardStore.mostAttachments).map {
      (one) throws(BoardError) in try DescribedAttachment(one)
    }
  }

  /// The description as JSON.
  package var json: [UInt8] {
    var members: [JSON.Member] = [.init("title", .string(title)), .init("text", .string(text))]
    if let name { members.append(.init("name", .string(name))) }
    members.append(.init("types", .strings(types)))
    members += details.members
    if !attachments.isEmpty {
      members.append(.init("attachments", .array(attachments.map(\.json))))
    }
    return Array(JSON.object(members).text(.spaced, escapesHostile: false).utf8)
  }
}

extension CardDescription {
  /// Under which offered type each stored representation is found, best first; nil where one is not on offer.
  ///
  /// - Parameter offered: the types on offer. The bus spells them as the WHATWG MIME Sniffing standard does.
  package func sources(among offered: [String]) -> [WantedType]? {
    guard !types.isEmpty, types.count <= offered.count else { return nil }
    let known = offered.map { (type: $0, parsed: MIMEType($0)) }
    var sources: [WantedType] = []
    for type in types {
      let parsed = MIMEType(type)
      let found =
        known.first { $0.type == type } ?? known.first { parsed != nil && $0.parsed == parsed }
      guard let found, !sources.contains(where: { $0.offered == found.type }) else { return nil }
      sources.append(WantedType(type: type, offered: found.type))
    }
    return sources
  }
}
