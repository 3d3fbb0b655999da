import DragModel
import DragProtocol
import Harness

/// Compares the comments of an interface file with the contract's table.
struct DocumentationCheck {
  /// What is missing, too much, or contradicts the table.
  private(set) var complaints: [String] = []
  private let comments: [String: String]

  init(_ interface: Contract.Interface, in xml: String) throws {
    comments = try IntrospectionReader(xml).comments
    let name = interface.name.rawValue
    check(name, named: name, arguments: ["short_description"], keys: [], errors: [])
    for method in interface.methods {
      check(
        "\(name).\(method.name)", named: method.name,
        arguments: (method.arguments + method.results).map(\.name),
        keys: (method.arguments + method.results).flatMap(\.keys), errors: method.errors)
    }
    for signal in interface.signals {
      check(
        "\(name).\(signal.name)", named: signal.name, arguments: signal.arguments.map(\.name),
        keys: [], errors: [])
    }
    for property in interface.properties {
      check(
        "\(name).\(property.name)", named: property.name, arguments: [], keys: property.keys,
        errors: [])
    }
  }

  private mutating func check(
    _ place: String, named name: String, arguments: [String], keys: [Contract.Key],
    errors: [ErrorCode]
  ) {
    guard let comment = comments[place].map(DocComment.init) else {
      complaints.append("\(place) has no comment right above it")
      return
    }
    if comment.title != "\(name):" { complain(place, "its comment begins with \(comment.title)") }
    if comment.prose.isEmpty { complain(place, "its comment does not say what it is") }
    compare(place, "arguments", comment.arguments.map(\.name), arguments)
    for argument in comment.arguments where argument.text.isEmpty {
      complain(place, "nothing is said of the argument \(argument.name)")
    }
    compare(place, "errors", comment.errors.map(\.name).sorted(), errors.map(\.errorName).sorted())
    for error in comment.errors where error.text.isEmpty {
      complain(place, "nothing is said of the error \(error.name)")
    }
    check(place, comment.keys, against: keys)
  }

  private mutating func check(
    _ place: String, _ documented: [DocComment.Key], against keys: [Contract.Key]
  ) {
    compare(
      place, "keys", documented.map { "\($0.name) \($0.type)" }.sorted(),
      keys.map { "\($0.name) \($0.signature)" }.sorted())
    for key in documented where key.text.isEmpty {
      complain(place, "nothing is said of the key \(key.name)")
    }
    // One name can stand in two dictionaries of a member, so any entry of that name may fit.
    for key in keys {
      let found = documented.contains { other in
        guard other.name == key.name else { return false }
        switch key.presence {
        case .defaultsTo(let value): return other.defaultText == value
        case .always:
          return other.text.contains("Always there.") || other.text.contains("Required.")
        case .optional: return other.defaultText == nil && !other.text.contains("Always there.")
        }
      }
      if !found { complain(place, "the key \(key.name) has to say: \(key.presence)") }
    }
  }

  private mutating func compare(
    _ place: String, _ what: String, _ documented: [String], _ wanted: [String]
  ) {
    guard documented != wanted else { return }
    complain(place, "\(what) documented: \(documented), in the table: \(wanted)")
  }

  private mutating func complain(_ place: String, _ text: String) {
    complaints.append("\(place): \(text)")
  }
}
