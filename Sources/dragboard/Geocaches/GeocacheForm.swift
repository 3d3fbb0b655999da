internal import BoardModel
internal import GtkKit
internal import PictureDecoding
internal import Translations

/// The fields of a geocache, checked while a person types.
final class GeocacheForm {
  let widget = Box(.vertical, spacing: 12)
  /// Called when the fields have changed.
  var onChange: @MainActor () -> Void = {}
  /// Called when the person presses Return in a field.
  var onActivate: @MainActor () -> Void = {}
  private let name = EntryRow(translated("Name"))
  private let summary = EntryRow(translated("Summary"))
  private let latitude = EntryRow(translated("Latitude"))
  private let longitude = EntryRow(translated("Longitude"))
  private let problem = Label(style: "error", "caption").wrapping(lines: 3)
  private let picture = Picture(.cover)
  private let pictureStack = Pages()
  private let removal = Button(
    icon: "edit-delete-symbolic", tooltip: translated("Remove the Picture"), style: "osd",
    "circular")
  /// The geocache that filled the fields; it keeps the members that this form does not show.
  private var base = Geocache(named: "")
  private var isFilling = false
  /// How long the text of each row was before its last change.
  private var lengths: [ObjectIdentifier: Int] = [:]
  private var loading: Task<Void, Never>?

  init() {
    let group = PreferencesGroup()
    for row in [name, summary, latitude, longitude] {
      group.append(row)
      row.onChange { [weak self] in self?.changed() }
      if row === latitude || row === longitude {
        row.onChange { [weak self] in self?.splitPair(in: row) }
      }
      row.onActivate { [weak self] in self?.onActivate() }
    }
    let hint = Box(
      .vertical, spacing: 6,
      [
        Icon("image-x-generic-symbolic", size: 32),
        Label(translated("Drop a picture here"), style: "caption"),
      ])
    hint.expanding(vertically: true).aligned(horizontally: .center, vertically: .center)
    hint.add(style: "dim-label")
    removal.aligned(horizontally: .end, vertically: .start).margins(6)
    removal.onClick { [weak self] in self?.setPicture(nil) }
    let overlay = Overlay(picture)
    overlay.add(removal)
    picture.setAlternativeText(translated("The geocache's picture"))
    pictureStack.add(hint, as: "hint")
    pictureStack.add(overlay, as: "picture")
    pictureStack.add(style: "geocache-picture")
    pictureStack.minimum(height: 150)
    pictureStack.expanding(vertically: false)
    pictureStack.isClipping = true
    for part in [pictureStack, group, problem] { widget.append(part) }
    fill(Geocache(named: ""), isNew: true)
  }

  isolated deinit {
    loading?.cancel()
  }

  /// Shows a valid geocache.
  func fill(_ geocache: Geocache, isNew: Bool = false) {
    isFilling = true
    base = geocache
    name.text = geocache.name
    summary.text = isNew ? "" : geocache.summary
    latitude.text = isNew ? "" : Self.text(geocache.coordinates.latitude)
    longitude.text = isNew ? "" : Self.text(geocache.coordinates.longitude)
    isFilling = false
    show(geocache.image)
    changed()
  }

  /// Shows another picture, a valid PNG; nil for none.
  func setPicture(_ png: [UInt8]?) {
    base.image = png
    show(png)
    changed()
  }

  private func show(_ png: [UInt8]?) {
    loading?.cancel()
    picture.texture = nil
    pictureStack.shown = png == nil ? "hint" : "picture"
    guard let png else { return }
    loading = Task { [weak self] in
      let texture = await Thumbnails.make(of: png, Self.pictureSize)
      guard let self, !Task.isCancelled else { return }
      picture.texture = texture
      if texture == nil { pictureStack.shown = "hint" }
    }
  }

  /// The size for a wide window, in pixels.
  private static let pictureSize = PictureSize(1280, 960)

  /// The content of the fields, valid or not.
  struct Words: Equatable {
    let name, summary, latitude, longitude: String
    let picture: [UInt8]?
  }

  var words: Words {
    Words(
      name: name.text, summary: summary.text, latitude: latitude.text, longitude: longitude.text,
      picture: base.image)
  }

  /// The geocache of the fields; nil while one of them is invalid.
  private(set) var geocache: Geocache?

  /// Whether the fields have the content of a geocache, apart from members that this form does not show.
  func matches(_ other: Geocache) -> Bool {
    guard let geocache else { return false }
    return geocache.name == other.name && geocache.summary == other.summary
      && geocache.coordinates == other.coordinates && geocache.image == other.image
  }

  /// The geocache of the fields.
  ///
  /// - Throws: the first invalid field.
  func checked() throws(BoardError) -> Geocache {
    guard !name.text.isBlank else {
      throw .invalid(field: translated("name"), reason: translated("it is empty"))
    }
    var new = base
    new.name = name.text
    new.summary = summary.text
    new.coordinates = Coordinates(
      latitude: try Self.coordinate("latitude", latitude),
      longitude: try Self.coordinate("longitude", longitude))
    return new
  }

  /// The coordinate in a row. Its error names the row as the person sees it.
  private static func coordinate(_ field: String, _ row: EntryRow) throws(BoardError) -> Double {
    do throws(BoardError) {
      return try Geocache.coordinate(field, row.text)
    } catch {
      guard case .invalid(_, let reason) = error else { throw error }
      throw .invalid(
        field: field == "latitude" ? translated("Latitude") : translated("Longitude"),
        reason: reason)
    }
  }

  private func changed() {
    guard !isFilling else { return }
    let problems = [
      showProblem(of: latitude, "latitude"), showProblem(of: longitude, "longitude"),
    ].compactMap { $0 }
    problem.text = problems.joined(separator: "\n")
    problem.isVisible = !problems.isEmpty
    geocache = try? checked()
    onChange()
  }

  /// Fills both coordinates where both are pasted into one row. It is still within its change. Who types has the first
  /// digits of the second one there for a while.
  private func splitPair(in row: EntryRow) {
    let before = lengths.updateValue(row.text.count, forKey: ObjectIdentifier(row)) ?? 0
    guard !isFilling, row.text.count > before + 1, let pair = TypedDegrees.pair(row.text) else {
      return
    }
    MainQueue.whenIdle { [weak self] in
      self?.latitude.text = pair.latitude
      self?.longitude.text = pair.longitude
    }
  }

  /// Shows the problem of a coordinate, and returns it.
  private func showProblem(of row: EntryRow, _ field: String) -> String? {
    var reason: String?
    do throws(BoardError) {
      _ = try Self.coordinate(field, row)
    } catch {
      // An empty field is incomplete, not invalid.
      if !row.text.isEmpty { reason = FailureText.of(error) }
    }
    row.setProblem(reason)
    return reason
  }

  private static func text(_ value: Double) -> String { "\(value)" }

  func focus() { name.focus() }
}
