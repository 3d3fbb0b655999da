internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Harness

/// The items that the rows offer.
enum Offers {
  static let kibibyte = [UInt8](repeating: 0x78, count: 1_024)
  static let type = "application/octet-stream"

  static func item(_ content: SourceContent) -> SourceItem {
    Item(
      attributes: ItemAttributes(),
      representations: [Representation(type: MIMEType(type), content: content)])
  }

  /// An item of 1 KiB that dragd holds.
  static func small() throws -> BrokerCall<Identifier> {
    try .offer([item(.data(kibibyte))], OfferOptions())
  }

  /// Content of a memfd, as a pipeline's output would be.
  static func memory(_ size: Int) throws -> SharedDescriptor {
    let memory = try Memfd.create("bench")
    let block = [UInt8](repeating: 0x79, count: 1 << 20)
    var left = size
    while left > 0 {
      try memory.write(all: left < block.count ? Array(block.prefix(left)) : block)
      left -= block.count
    }
    try Memfd.seal(memory)
    return SharedDescriptor(memory)
  }
}

extension BrokerConnection {
  /// Accepts 1 KiB and checks the number of bytes.
  func acceptSmall(_ offer: Identifier) throws {
    let parts = try perform(.accept(offer, AcceptCall()))
    guard case .data(let bytes) = parts.first?.content, bytes.count == Offers.kibibyte.count else {
      throw BenchFailure("the offer's 1 KiB did not come in the reply")
    }
  }
}

/// A program did not do the work to measure.
struct BenchFailure: UsageFailure, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }

  static func usage(_ message: String, hint: String?) -> BenchFailure {
    BenchFailure(hint.map { "\(message). \($0)" } ?? message)
  }
}

/// A source in another process that makes its content on demand.
struct LazyOffer {
  let source: Program
  let id: Identifier

  /// - Parameter count: the number of streams that start together when `start()` is called; nil: each starts at once.
  init(_ size: Int, together count: Int? = nil, on bus: BenchBus) throws {
    source = try bus.start(
      .lazySource, ["\(size)"] + (count.map { ["\($0)"] } ?? []), input: .pipe)
    let line = try source.firstLine()
    guard let id = Identifier(String(line.split(separator: "/").last ?? "")) else {
      throw BenchFailure("the source says: \(line)")
    }
    self.id = id
  }

  func start() throws { try source.write("go\n") }
}
