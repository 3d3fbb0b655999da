internal import CommandLineArguments
internal import DragLine
internal import DragModel
internal import DragSystem
internal import Translations

/// The programs of this machine on another one.
struct HostInstallation {
  private let host: String
  private let program: HostProgram
  private let payload: HostPayload

  /// What the machine says first.
  private struct Facts {
    var system = ""
    var home = ""
    /// The path of the dragctl that `-H` finds, and its version.
    var found: (path: String, version: String)?
  }

  private static let mark = "dragctl-install:"
  /// Lines of others, which the person is shown.
  private static let mostNotes = 100

  /// It runs in the shell of the person there, whichever that is; so it has neither apostrophes nor backslashes, and
  /// what differs comes through standard input. Each program stays only if it can run there.
  private static let command = """
    exec sh -c 'PATH=$PATH:$HOME/.local/bin:/usr/local/bin; m=\(mark); b=$HOME/.local; \
    echo "$m system $(uname -sm)"; echo "$m home $HOME"; \
    f=$(command -v dragctl) && echo "$m found $f $(dragctl --version 2>&1 | head -n 1)"; \
    echo "$m ready"; read a; test "$a" = go || exit 0; \
    umask 022; d=$b/.dragctl-install-$$; c() { cd /; rm -rf "$d"; }; trap c EXIT; \
    trap "exit 1" HUP INT TERM; mkdir -p "$b/bin" "$d" && cd "$d" && tar xf - || exit 1; \
    for p in bin/*; do n=${p#bin/}; r=$("./$p" --version 2>&1) || { \
    echo "$m cannot $n $(echo "$r" | head -n 1)"; continue; }; \
    mv -f "$p" "$b/bin/$n" && cp -RPf "with/$n/." "$b" && echo "$m runs $n" || exit 1; done; \
    u=${DBUS_SESSION_BUS_ADDRESS:-unix:path=${XDG_RUNTIME_DIR:-/run/user/$(id -u)}/bus}; \
    systemctl --user daemon-reload >/dev/null 2>&1; DBUS_SESSION_BUS_ADDRESS=$u dbus-send --session \
    --dest=org.freedesktop.DBus / org.freedesktop.DBus.ReloadConfig >/dev/null 2>&1; \
    echo "$m done"; exit 0'
    """

  init(_ dial: LineDial) throws(Failure) {
    host = dial.host
    payload = try HostPayload()
    Interruption.ignoreBrokenPipes()
    do throws(SystemError) {
      program = try HostProgram(dial, Self.command)
    } catch {
      throw Failure(LineFailure(.unstarted, error.reason), dial.host)
    }
  }

  func run(asks: Bool) throws(Failure) {
    let facts = try facts()
    try check(facts)
    if asks { guard ask(facts) else { return } }
    program.send(Array("go\n".utf8) + payload.archive(home: facts.home))
    var (running, refused): ([String], [String]) = ([], [])
    var isDone = false
    while !isDone, let words = nextWords() {
      switch words.first {
      case "runs"? where words.count == 2: running.append(words[1])
      case "cannot"? where words.count >= 2:
        refused.append(words[1])
        Console.note(
          translated(
            "{host}: {program} cannot run there: {reason}",
            [
              "host": host, "program": words[1],
              "reason": words.dropFirst(2).joined(separator: " "),
            ]))
      case "done"?: isDone = true
      default: break
      }
    }
    let status = program.end()
    guard isDone else { throw ended(status) }
    guard running.contains("dragctl") else {
      throw Failure(.other, translated("{host}: not all was installed", ["host": host]))
    }
    try Console.print(
      translated(
        "{host}: {programs} {version} below {folder}",
        [
          "host": host, "programs": running.joined(separator: ", "), "version": Release.version,
          "folder": Printable.line("\(facts.home)/.local"),
        ]) + "\n")
    if refused.contains("dragd") {
      throw Failure(
        .other, translated("{host}: without dragd nothing can be offered there", ["host": host]),
        hint: translated("The packages of dragd bring what it needs."))
    }
  }

  /// The words of the next line of ours; nil at the end. Others' lines are shown: ssh says there why it fails.
  private func nextWords() -> [String]? {
    var notes = 0
    while let line = program.nextLine() {
      let text = Printable.line(
        String(decoding: line.prefix(1_024).filter { $0 != 13 }, as: UTF8.self))
      if text.hasPrefix(Self.mark) {
        return text.dropFirst(Self.mark.count).split(separator: " ").map(String.init)
      }
      notes += 1
      guard notes <= Self.mostNotes else { return nil }
      Console.note(text)
    }
    return nil
  }

  private func facts() throws(Failure) -> Facts {
    var facts = Facts()
    while let words = nextWords() {
      let value = words.dropFirst().joined(separator: " ")
      switch words.first {
      case "system"?: facts.system = value
      case "home"?: facts.home = value
      case "found"? where words.count >= 2:
        facts.found = (words[1], words.dropFirst(2).joined(separator: " "))
      case "ready"?: return facts
      default: break
      }
    }
    throw ended(program.end())
  }

  private func ended(_ status: Int?) -> Failure {
    guard let status else {
      return Failure(.unavailable, translated("{host} does not answer", ["host": host]))
    }
    guard status != 1 else {
      return Failure(
        .other, translated("{host}: not all was installed", ["host": host]))
    }
    return Failure(LineFailure(.unreached, number: status == 127 ? 126 : status), host)
  }

  private func check(_ facts: Facts) throws(Failure) {
    guard facts.system == HostProgram.system else {
      throw Failure(
        .other,
        translated(
          "{host} is {theirs}, and this dragctl is for {ours}",
          ["host": host, "theirs": facts.system, "ours": HostProgram.system]),
        hint: translated("The packages of dragd for that machine do it."))
    }
    guard LineDial.isPlain(facts.home), facts.home.hasPrefix("/") else {
      throw Failure(
        .other,
        translated(
          "{host}: the home folder “{path}” is not a path of letters, digits and the signs {signs}",
          ["host": host, "path": facts.home, "signs": "/ . _ ~ -"]))
    }
    guard let found = facts.found, found.path != "\(facts.home)/.local/bin/dragctl" else { return }
    throw Failure(
      .refused,
      translated(
        "{host} has {version} in {path}, which dragctl -H finds first",
        ["host": host, "version": found.version, "path": found.path]),
      hint: translated("What has installed it there can bring another version."))
  }

  /// Asks the person.
  private func ask(_ facts: Facts) -> Bool {
    if let found = facts.found {
      Console.note(
        translated(
          "{host} has {version} in {path}",
          ["host": host, "version": found.version, "path": found.path]))
    }
    let tenths = (payload.size + 50_000) / 100_000
    Console.draw(
      translated(
        "Put {programs} {version} ({size} MB) below {folder} on {host}? [y/N] ",
        [
          "programs": payload.names.joined(separator: ", "), "version": Release.version,
          "size": "\(tenths / 10).\(tenths % 10)", "folder": "~/.local",
          "host": Printable.line(host),
        ]))
    let answer = (try? StandardStream.input.duplicate().readWaiting(upTo: 64)) ?? []
    let word = String(decoding: answer, as: UTF8.self).lowercased().prefix { !$0.isWhitespace }
    let yes = translated("yes")
    let agreed = ["y", "yes", yes, String(yes.prefix(1))]
    return agreed.contains { $0 == word }
  }
}
