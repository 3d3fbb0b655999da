internal import CommandLineArguments
internal import DragSystem

@main
enum Main {
  static func main() {
    let words = ProgramArguments.all
    Shell.run(words.dropFirst().map { Argument($0) }, calledBy: words.first)
  }
}
