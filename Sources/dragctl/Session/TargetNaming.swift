internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import Translations

// How people name a drop target: its name, its id, the start of its id, or its path.

extension BrokerConnection {
  /// Every drop target, oldest first.
  func targets() throws(Failure) -> [ListedTarget] {
    try ask { () throws(RequestError) in try .targets() }
  }

  func target(named argument: Argument) throws(Failure) -> Identifier {
    let text = argument.text
    if let id = Identifier(targetPath: text) { return id }
    let targets = try targets()
    let exact = targets.filter { $0.properties.name == text }
    let named =
      exact.isEmpty
      ? targets.filter { $0.properties.name.lowercased() == text.lowercased() } : exact
    if named.count == 1 { return named[0].id }
    guard named.isEmpty else {
      let list = named.map { "\($0.id) (\($0.properties.ownerText))" }.joined(separator: ", ")
      throw .usage(
        translated(
          "{count} targets are called “{name}”: {list}",
          ["count": named.count, "name": text, "list": list]), hint: translated("Give an id."))
    }
    if let id = Identifier(text.lowercased()) { return id }
    let beginning = text.lowercased()
    if !beginning.isEmpty, targets.contains(where: { $0.id.description.hasPrefix(beginning) }) {
      return try Naming.only(
        beginning, among: targets.map(\.id),
        none: translated("no target begins with “{beginning}”", ["beginning": beginning]))
    }
    let names = Set(targets.map(\.properties.name)).sorted().joined(separator: ", ")
    throw Failure(
      .notFound, translated("no target is called “{name}”", ["name": text]),
      hint: names.isEmpty
        ? translated("There is none at all.") : translated("There are: {names}.", ["names": names]))
  }
}

extension TargetProperties {
  /// For people: its owner, as far as it is known.
  var ownerText: String { application.isEmpty ? owner : application }
}
