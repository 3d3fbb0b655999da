internal import CommandLineArguments

@testable internal import dragctl

/// Command lines drawn from dragctl's own table of verbs: whatever a verb declares is tried.
enum CommandLines {
  static func draw(_ random: inout Swarm.Generator) -> [String] {
    // Without something on offer most verbs have little to do.
    let verb =
      random.happens(oneOf: 2)
      ? random.one(of: [.offer, .accept])
      : random.one(of: CommandTable.allCases.filter { $0 != .completion })
    let declared = verb.verb
    var words = [declared.name]
    var names: Set<String> = ["help"]
    // Many flags contradict each other.
    for _ in 0..<random.one(of: [0, 0, 1, 2]) {
      let flag = random.one(of: declared.flags)
      guard names.insert(flag.name).inserted else { continue }
      switch flag.value {
      case .none: words.append("--\(flag.name)")
      case .required: words += ["--\(flag.name)", value(of: flag.name, verb, &random)]
      case .optional: words.append("--\(flag.name)=\(value(of: flag.name, verb, &random))")
      }
    }
    if declared.flags.contains(where: { $0.name == "exec" }), random.happens(oneOf: 3),
      names.insert("exec").inserted
    {
      words += ["--exec", value(of: "exec", verb, &random)]
    }
    // Most lines with a time are to show that they keep it.
    if declared.flags.contains(where: { $0.name == "timeout" }), names.insert("timeout").inserted,
      !random.happens(oneOf: 4)
    {
      words += ["--timeout", "\(1 + random.below(20))s"]
    }
    // What starts a command has no other place for its output.
    if declared.flags.contains(where: { $0.name == "output" }), !names.contains("exec"),
      names.insert("output").inserted
    {
      words += ["--output", value(of: "output", verb, &random)]
    }
    return words + operands(of: verb, exec: names.contains("exec"), &random)
  }

  /// Mostly what the verb can use.
  private static func operands(
    of verb: CommandTable, exec: Bool, _ random: inout Swarm.Generator
  ) -> [String] {
    let file = random.one(of: ["{small}", "{small}", "{large}", "{tree}"])
    switch verb {
    case _ where random.happens(oneOf: 8):
      return [random.one(of: ["{small}", "{missing}", "latest", "here"])]
    case .offer, .copy:
      return exec ? [] : random.happens(oneOf: 3) ? [file, "{small}"] : [file]
    case .target: return ["here"]
    case .drop: return ["here", file]
    case .accept: return random.happens(oneOf: 3) ? ["latest"] : []
    default:
      let declared = verb.verb.operands
      return Array(repeating: "latest", count: declared.least)
    }
  }

  private static func value(
    of flag: String, _ verb: CommandTable, _ random: inout Swarm.Generator
  ) -> String {
    switch flag {
    case "exec": (verb == .offer ? "text/plain=" : "") + random.one(of: CommandProgram.texts)
    case "watch": random.one(of: CommandProgram.texts)
    case "timeout", "expires", "linger", "clear-after", "wait", "next":
      "\(1 + random.below(20))s"
    case "output":
      random.one(of: ["{out}", "{out}", "{out}", "{fifo}", "{full}", "{readonly}", "-"])
    case "type": random.one(of: ["text/plain", "*/*", "application/octet-stream"])
    case "rep": "text/plain={small}"
    case "operations", "operation": random.one(of: ["copy", "link", "copy,link"])
    case "on": "here"
    case "progress": random.one(of: ["never", "always"])
    case "item", "at", "history", "uses", "size": "\(random.below(3))"
    default: random.one(of: ["some words", "x", ""])
    }
  }
}
