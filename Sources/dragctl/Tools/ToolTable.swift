internal import CommandLineArguments
internal import DragModel
internal import Translations

/// The flags of each tool. The manual, dragctl-recipes(7), has the same table; a test holds them equal.
enum ToolTable {
  static let wlCopy: [ToolFlag] = [
    .does("-o", "--paste-once") { call, _ in call.flags.append("--once") },
    .does("-f", "--foreground") { call, _ in call.flags.append("--foreground") },
    .does("-c", "--clear") { call, _ in call.action = .clear },
    primary,
    .does("-n", "--trim-newline") { call, _ in call.trimsNewline = true },
    type,
    seat,
    .does("--sensitive") { call, _ in call.flags.append("--sensitive") },
  ]

  static let wlPaste: [ToolFlag] = [
    .does("-n", "--no-newline") { call, _ in call.addsNewline = false },
    .does("-l", "--list-types") { call, _ in call.action = .list },
    primary,
    .does("-w", "--watch") { call, _ in call.action = .watch },
    type,
    seat,
  ]

  static let xclip: [ToolFlag] = [
    .does("-i", "-in") { call, _ in call.action = .copy },
    .does("-o", "-out") { call, _ in call.action = .paste },
    .does("-selection", value: "NAME") { call, value throws(ToolRefusal) in
      // As the tool does, by the first letter.
      switch value.text.first?.lowercased() {
      case "p": call.selection = .primary
      case "c": call.selection = .clipboard
      case "s": throw ToolRefusal("-selection secondary", Reason.secondary)
      case "b": throw ToolRefusal("-selection buffer-cut", Reason.secondary)
      default: throw .value(value)
      }
    },
    .does("-t", "-target", value: "TYPE") { call, value in
      if value.text == "TARGETS" { call.isListAsked = true } else { call.types = [value.argument] }
    },
    .does("-l", "-loops", value: "N") { call, value throws(ToolRefusal) in
      switch Int(value.text) {
      case 0?: break
      case 1?: call.flags.append("--once")
      case nil: throw .value(value)
      default: throw ToolRefusal("\(value.flag) \(value.text)", Translatable("once or always"))
      }
    },
    .refused("-d", "-display", value: "DISPLAY", because: Reason.display),
    .does("-f", "-filter") { call, _ in
      call.printsInput = true
      call.without.append(Translatable("use tee(1)"))
    },
    .does("-r", "-rmlastnl") { call, _ in call.trimsNewline = true },
    .does("-quiet") { call, _ in call.flags.append("--foreground") },
    .does("-silent") { _, _ in },
    .does("-verbose") { call, _ in call.flags.append("--foreground") },
    .does("-sensitive") { call, _ in call.flags.append("--sensitive") },
    .refused("-noutf8", because: Translatable("all text is UTF-8")),
  ]

  static let xsel: [ToolFlag] = [
    .does("-i", "--input") { call, _ in call.action = call.action == .paste ? .exchange : .copy },
    .does("-o", "--output") { call, _ in call.action = call.action == .copy ? .exchange : .paste },
    .does("-b", "--clipboard") { call, _ in call.selection = .clipboard },
    .does("-p", "--primary") { call, _ in call.selection = .primary },
    .refused("-s", "--secondary", because: Reason.secondary),
    .does("-c", "--clear") { call, _ in call.action = .clear },
    .does("-d", "--delete") { call, _ in call.action = .clear },
    .does("-a", "--append") { call, _ in
      (call.action, call.appends) = (.copy, true)
      call.without.append(Reason.whole)
    },
    .refused("-f", "--follow", because: Reason.whole),
    .refused("-z", "--zeroflush", because: Reason.whole),
    .does("-k", "--keep") { call, _ in
      call.action = .nothing
      call.without.append(Translatable("dragclip keeps the clipboard"))
    },
    .refused("-x", "--exchange", because: Translatable("no program expects it")),
    .refused("--display", value: "DISPLAY", because: Reason.display),
    .does("-t", "--selectionTimeout", value: "MS") { call, value throws(ToolRefusal) in
      guard let time = UInt32(value.text) else { throw .value(value) }
      // Zero is no limit.
      if time > 0 { call.timeout = time }
    },
    .does("--trim") { call, _ in call.trimsNewline = true },
    .ignored("-m", "--name", value: "NAME", because: Translatable("dragctl has no window")),
    .ignored("-l", "--logfile", value: "FILE", because: Translatable("it is printed")),
    .does("-n", "--nodetach") { call, _ in call.flags.append("--foreground") },
    .ignored("-v", "--verbose", because: Translatable("errors are printed always")),
  ]

  static let pbcopy: [ToolFlag] = [pasteboard]

  static let pbpaste: [ToolFlag] = [
    pasteboard,
    .does("-Prefer", value: "WORD") { call, value throws(ToolRefusal) in
      switch value.text {
      case "txt": call.types = ["text"]
      case "rtf": call.types = ["text/rtf", "text"]
      case "ps": call.types = ["image/x-eps", "text"]
      default: throw .value(value)
      }
    },
  ]

  // MARK: What several have

  private enum Reason {
    static let display = Translatable("the session has one")
    static let secondary = Translatable("no program uses it")
    static let whole = Translatable("copy the whole")
  }

  private static let primary = ToolFlag.does("-p", "--primary") { call, _ in
    call.selection = .primary
  }

  private static let type = ToolFlag.does("-t", "--type", value: "TYPE") { call, value in
    call.types = [value.argument]
  }

  private static let seat = ToolFlag.refused(
    "-s", "--seat", value: "SEAT", because: Translatable("only the first seat"))

  private static let pasteboard = ToolFlag.does("-pboard", value: "WORD") {
    _, value throws(ToolRefusal) in
    guard value.text != "general" else { return }
    throw ToolRefusal("-pboard \(value.text)", Translatable("there is none"))
  }
}

extension ToolRefusal {
  /// The flag takes no such value.
  fileprivate static func value(_ value: ToolValue) -> ToolRefusal {
    ToolRefusal(
      translated("{flag} does not take “{text}”", ["flag": value.flag, "text": value.text]))
  }
}
