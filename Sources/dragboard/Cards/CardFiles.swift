internal import BoardModel
internal import GtkKit
internal import Translations

/// Opens files of a card with other programs, each as a read-only copy, and saves them.
final class CardFiles {
  private let contents: StoredContents
  private weak var window: Window?
  private let fail: @MainActor (String) -> Void

  /// - Parameters:
  ///   - window: over which questions are asked.
  ///   - fail: shows why something failed.
  init(_ contents: StoredContents, over window: Window, fail: @escaping @MainActor (String) -> Void)
  {
    self.contents = contents
    self.window = window
    self.fail = fail
  }

  /// Opens a file with the program that the desktop has for its type; asks for one where it has none.
  func open(_ content: OpenableContent) {
    Task {
      guard let path = await copy(content) else { return }
      do throws(GLibError) {
        try await FileOpening.open(path)
      } catch {
        choose(path)
      }
    }
  }

  /// Opens a file with a program that the person chooses.
  func openWith(_ content: OpenableContent) {
    Task {
      guard let path = await copy(content) else { return }
      choose(path)
    }
  }

  /// Opens the address of a link card.
  func openLink(of card: Card) {
    Task {
      do {
        try await FileOpening.open(uri: try contents.address(ofLink: card))
      } catch {
        fail(FailureText.of(error))
      }
    }
  }

  /// Saves a file under a name that the person chooses.
  func save(_ content: OpenableContent) {
    guard let window else { return }
    FileChoice.save(
      over: window, translated("Save As"), answer: translated("_Save"), name: content.name
    ) { [contents, fail] path in
      Task {
        do {
          try await Self.save(content, contents, path)
        } catch {
          fail(FailureText.of(error))
        }
      }
    }
  }

  private func choose(_ path: String) {
    guard let window else { return }
    FileOpening.choose(over: window, path) { [fail] in fail(FailureText.of($0)) }
  }

  private func copy(_ content: OpenableContent) async -> String? {
    do {
      return try await Self.copy(content, contents)
    } catch {
      fail(FailureText.of(error))
      return nil
    }
  }

  @concurrent private static func copy(
    _ content: OpenableContent, _ contents: StoredContents
  ) async throws -> String {
    try contents.copyToOpen(content)
  }

  @concurrent private static func save(
    _ content: OpenableContent, _ contents: StoredContents, _ path: String
  ) async throws {
    try contents.read(content).save(asChosen: path, content.type)
  }
}
