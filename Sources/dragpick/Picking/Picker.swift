internal import DragClient

/// The picker's loop: reads keys, and offers pictures.
struct Picker {
  private let client: DragClient
  private let terminal: Terminal
  private var selection: Selection
  private var offer: PictureOffer?
  private var status: String

  init(_ pictures: [Picture], _ client: DragClient, _ terminal: Terminal) {
    self.client = client
    self.terminal = terminal
    selection = Selection(pictures)
    status = "\(pictures.count) pictures"
  }

  /// Runs until the person is done, and then withdraws the offer.
  mutating func run() async {
    let (inputs, continuation) = AsyncStream.makeStream(of: Input.self)
    let keys = terminal.inputs()
    let reading = Task { for await input in keys { continuation.yield(input) } }
    draw()
    for await input in inputs {
      switch input {
      case .key(.quit):
        reading.cancel()
        await offer?.withdraw()
        return
      case .key(.offer): await toggle(continuation)
      case .key(.up): selection.moveCursor(by: -1)
      case .key(.down): selection.moveCursor(by: 1)
      case .key(.first): selection.moveCursor(to: 0)
      case .key(.last): selection.moveCursor(to: selection.pictures.count - 1)
      case .key(.mark): selection.mark()
      case .resized: break
      case .status(let line): status = line
      case .over(let line):
        offer = nil
        status = line
      }
      draw()
    }
  }

  private mutating func toggle(_ continuation: AsyncStream<Input>.Continuation) async {
    if let offer {
      await offer.withdraw()
      return
    }
    let pictures = selection.chosen
    do throws(DragError) {
      let offer = try await PictureOffer(pictures, on: client)
      self.offer = offer
      let names = pictures.count == 1 ? pictures[0].name : "\(pictures.count) pictures"
      status = "\(names) on offer: “dragctl accept” takes it, -t image/png a thumbnail"
      let events = offer.events(of: pictures)
      Task { for await input in events { continuation.yield(input) } }
    } catch {
      status = "cannot offer it: \(error.message)"
    }
  }

  private func draw() {
    let size = terminal.size
    terminal.show(
      Drawing(columns: size.columns, rows: size.rows).lines(selection, status: status))
  }
}
