internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Translations

/// `dragctl targets`
enum TargetsVerb {
  static let verb = Verb(
    "targets", summary: "list the places that something can be dropped on",
    operands: .init("[NAME]", most: 1, completes: .targets),
    description: "Default is every target, the oldest first. Several can have one name.",
    flags: [.json]
  ) { invocation throws(Failure) in
    try run(invocation)
  }
}

extension TargetsVerb {
  private static func run(_ invocation: Invocation) throws(Failure) {
    let name = invocation.operands.first?.text
    let connection = try VerbSession.connect()
    _ = try connection.startTargets()
    let targets = try connection.targets().filter { name == nil || $0.properties.name == name }
    if invocation.has(.json) {
      try Console.print(JSON.array(targets.map { JSON($0) }))
    } else if let name, targets.isEmpty {
      throw Failure(.notFound, translated("no target is called “{name}”", ["name": name]))
    } else if targets.isEmpty {
      Console.note(translated("There is nothing to drop on."))
    } else {
      try Console.print(table(targets).text(width: StandardStream.output.columns))
    }
  }

  private static func table(_ targets: [ListedTarget]) -> Table {
    let ids = targets.map(\.id.description)
    let length = StandardStream.output.isTerminal ? ShortID.length(among: ids) : Identifier.length
    var table = Table(["ID", "NAME", "OPERATIONS", "APP", "OWNER", "LABEL", "TYPES"])
    for (target, id) in zip(targets, ids) {
      let properties = target.properties
      table.add([
        String(id.prefix(length)), properties.name,
        properties.operations.map(\.rawValue).joined(separator: ","), properties.application,
        properties.owner, properties.label,
        properties.types.isEmpty ? translated("any") : properties.types.joined(separator: " "),
      ])
    }
    return table
  }
}

extension JSON {
  init(_ target: ListedTarget) {
    let properties = target.properties
    self = .object([
      .init("id", .string(target.id.description)),
      .init("name", .string(properties.name)),
      .init("label", .string(properties.label)),
      .init("types", .strings(properties.types)),
      .init("operations", .strings(properties.operations.map(\.rawValue))),
      .init("app_id", .string(properties.application)),
      .init("owner", .string(properties.owner)),
    ])
  }
}
