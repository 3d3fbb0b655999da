import CFuzzer
import Glibc

/// Hands one target to libFuzzer: `fuzzer --target=NAME [FLAG…] [CORPUS…]`, with libFuzzer's own flags. `fuzzer --list`
/// names the targets, `fuzzer --seeds NAME FOLDER` writes down what a target begins with, and `fuzzer --settings NAME`
/// how long its inputs are and, line by line, its dictionary.
@main
enum Main {
  static func main() {
    let flag = CommandLine.arguments.dropFirst().first ?? ""
    let names = FuzzTarget.all.map(\.name)
    if flag == "--list" {
      print(names.joined(separator: "\n"))
      return
    }
    if flag == "--seeds", CommandLine.arguments.count == 4,
      let target = FuzzTarget.named(CommandLine.arguments[2])
    {
      write(target.seeds, into: CommandLine.arguments[3])
      return
    }
    if flag == "--settings", CommandLine.arguments.count == 3,
      let target = FuzzTarget.named(CommandLine.arguments[2])
    {
      print(target.maxLength)
      for word in target.dictionary { print(entry(word)) }
      return
    }
    guard flag.hasPrefix("--target="), let target = FuzzTarget.named(String(flag.dropFirst(9)))
    else { fatalError("name one of \(names.joined(separator: ", ")) as --target=NAME") }
    running = target
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    // libFuzzer ignores flags with two dashes, and passes them on to the processes that it starts for merging.
    exit(LLVMFuzzerRunDriver(&count, &arguments) { Main.run($0, $1) })
  }

  /// A word as libFuzzer's dictionaries have it.
  private static func entry(_ word: String) -> String {
    let digits = word.utf8.map { byte in
      (byte < 16 ? "\\x0" : "\\x") + String(byte, radix: 16)
    }
    return "\"\(digits.joined())\""
  }

  private static func write(_ seeds: [[UInt8]], into folder: String) {
    for (index, seed) in seeds.enumerated() {
      guard let file = fopen("\(folder)/seed-\(index)", "w") else { fatalError("no \(folder)") }
      fwrite(seed, 1, seed.count, file)
      fclose(file)
    }
  }

  /// Set before libFuzzer starts, on its thread.
  nonisolated(unsafe) private static var running: FuzzTarget?

  private static func run(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
      try running?.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    } catch {
      fatalError("\(error)")
    }
    return 0
  }
}
