import DragProtocol

@testable import DragProtocol

/// Bodies as the contract has them, for the fuzzer to begin with: every key alone, all together, and all but one.
struct MessageSamples {
  let arguments: [Contract.Argument]

  /// What the contract calls things, and the values that it knows.
  static let words: [String] = {
    let interfaces = Contract.interfaces
    let members = interfaces.flatMap { $0.methods.map(\.name) + $0.signals.map(\.name) }
    let properties = interfaces.flatMap(\.properties).map(\.name)
    let arguments = interfaces.flatMap { interface in
      interface.methods.flatMap { $0.arguments + $0.results }
        + interface.signals.flatMap(\.arguments)
    }
    let keys = arguments.flatMap(\.keys).map(\.name)
    let values = [
      "copy", "move", "link", "file", "stream", "any", "all", "app", "insert_at", "expired",
      "committed", "aborted", "running", "text/plain;charset=utf-8", "image/*", "a{sv}", "ay",
    ]
    return Set(members + properties + keys + values).sorted()
  }()

  /// Bodies in both byte orders.
  func bodies(isBigEndian: Bool) -> [[UInt8]] {
    let names = arguments.flatMap(\.keys).filter { $0.signature != "h" }.map(\.name)
    let choices: [Set<String>] =
      [Set(names), []] + names.map { [$0] } + names.map { Set(names).subtracting([$0]) }
    return Set(choices).map { body($0, isBigEndian) }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Bodies that name a descriptor, alone and with all other keys.
  var bodiesWithDescriptors: [[UInt8]] {
    let names = Set(arguments.flatMap(\.keys).filter { $0.signature != "h" }.map(\.name))
    let descriptors = arguments.flatMap(\.keys).filter { $0.signature == "h" }.map(\.name)
    guard !descriptors.isEmpty || arguments.contains(where: { $0.signature == "h" }) else {
      return []
    }
    let others: [Set<String>] = [[], names, names.subtracting(["data", "size"])]
    let choices = Set(others.map { $0.union(descriptors) })
    return choices.map { body($0, false) }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private func body(_ keys: Set<String>, _ isBigEndian: Bool) -> [UInt8] {
    var sample = MessageSample(keys: keys, isBigEndian: isBigEndian)
    for argument in arguments {
      var signature = argument.signature[...]
      sample.add(&signature, argument.name, argument.keys)
    }
    return sample.writer.bytes
  }
}

/// One body being written.
private struct MessageSample {
  let keys: Set<String>
  var writer: RawWriter

  init(keys: Set<String>, isBigEndian: Bool) {
    self.keys = keys
    writer = RawWriter(isBigEndian: isBigEndian)
  }

  /// Writes a value of the type that `signature` begins with, and takes that off.
  mutating func add(_ signature: inout Substring, _ name: String, _ known: [Contract.Key]) {
    switch signature.removeFirst() {
    case "y": writer.bytes.append(7)
    case "b", "u", "i", "h": writer.add(UInt32(1))
    case "t", "x", "d": writer.add(UInt64(3))
    case "s": writer.add(Self.word(name))
    case "o": writer.add(Self.path(name))
    case "v":
      writer.bytes += [1] + Array("s".utf8) + [0]
      writer.add(Self.word(name))
    case "(", "{":
      writer.pad(to: 8)
      while signature.first != ")", signature.first != "}" { add(&signature, name, known) }
      signature.removeFirst()
    case "a": addArray(&signature, name, known)
    case let other: fatalError("“\(other)” is in no signature of the contract")
    }
  }

  private mutating func addArray(
    _ signature: inout Substring, _ name: String, _ known: [Contract.Key]
  ) {
    writer.add(UInt32(0))
    let place = writer.bytes.count - 4
    writer.pad(to: signature.first.map { "({tx".contains($0) } ?? false ? 8 : 1)
    let start = writer.bytes.count
    if signature.hasPrefix("{sv}") {
      signature.removeFirst(4)
      for key in known where keys.contains(key.name) { addEntry(key) }
    } else if signature.hasPrefix("s") {
      signature.removeFirst()
      for word in Self.words(name) { writer.add(word) }
    } else {
      add(&signature, name, known)
    }
    writer.set(UInt32(writer.bytes.count - start), at: place)
  }

  private mutating func addEntry(_ key: Contract.Key) {
    writer.pad(to: 8)
    writer.add(key.name)
    writer.bytes += [UInt8(key.signature.utf8.count)] + Array(key.signature.utf8) + [0]
    var signature = key.signature[...]
    add(&signature, key.name, key.nested)
  }

  /// A word that is allowed under that name.
  private static func word(_ name: String) -> String {
    switch name {
    case "type": "text/plain;charset=utf-8"
    case "operation", "Operation", "proposal": "move"
    case "delivery": "stream"
    case "visibility": "app"
    case "intent": "insert_at"
    case "reason": "expired"
    case "outcome": "committed"
    case "State": "running"
    case "cookie": "abcdefghijklmnopqrstuvwxyz"
    case "transfer", "moves": "\(Calls.id)"
    case "interface_name", "interfaces_and_properties", "objpath_interfaces_and_properties":
      "org.dragd.Offer1"
    case "property_name": "Label"
    default: "Grüße"
    }
  }

  private static func words(_ name: String) -> [String] {
    switch name {
    case "operations", "Operations": ["copy", "move"]
    default: ["image/png", "text/*", "text/plain;charset=utf-8"]
    }
  }

  private static func path(_ name: String) -> String {
    switch name {
    case "transfer", "results": Calls.id.transferPath
    case "target", "targets": Calls.id.targetPath
    case "source": "/source"
    default: Calls.id.offerPath
    }
  }
}

extension Contract.Key {
  /// Those of the dictionary that it has, where that is a property.
  fileprivate var nested: [Contract.Key] {
    Contract.interfaces.flatMap(\.properties)
      .first { $0.name == name && $0.signature == signature }?.keys ?? []
  }
}

extension Contract.Interface {
  /// All properties as the keys of an `a{sv}`.
  var propertyKeys: [Contract.Key] {
    properties.map { Contract.Key(AnyName(rawValue: $0.name), $0.signature) }
  }

  private struct AnyName: RawRepresentable {
    let rawValue: String
  }
}
