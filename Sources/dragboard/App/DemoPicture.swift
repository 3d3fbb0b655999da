internal import GtkKit

/// Draws the pictures of the demo: sky, hill and sea, in different colours.
enum DemoPicture {
  private static let width = 480
  private static let height = 270

  private typealias Colour = (red: Double, green: Double, blue: Double)

  /// A PNG.
  static func draw(_ index: Int) -> [UInt8] {
    let skies: [(top: Colour, bottom: Colour, hill: Colour, sea: Colour)] = [
      ((0.16, 0.33, 0.60), (0.98, 0.80, 0.55), (0.20, 0.28, 0.27), (0.13, 0.35, 0.47)),
      ((0.45, 0.72, 0.92), (0.90, 0.96, 1.00), (0.33, 0.56, 0.26), (0.25, 0.55, 0.66)),
      ((0.20, 0.13, 0.36), (0.93, 0.45, 0.40), (0.12, 0.10, 0.18), (0.27, 0.19, 0.40)),
    ]
    let colours = skies[index % skies.count]
    var pixels = [UInt8]()
    pixels.reserveCapacity(width * height * 3)
    for y in 0..<height {
      for x in 0..<width {
        let colour = colour(x, y, index, colours)
        for part in [colour.red, colour.green, colour.blue] {
          pixels.append(UInt8(min(max(part, 0), 1) * 255))
        }
      }
    }
    return Texture.png(width: width, height: height, pixels: pixels)
  }

  private static func colour(
    _ x: Int, _ y: Int, _ index: Int,
    _ colours: (top: Colour, bottom: Colour, hill: Colour, sea: Colour)
  ) -> Colour {
    let (u, v) = (Double(x) / Double(width), Double(y) / Double(height))
    if v > 0.78 { return mix(colours.sea, colours.bottom, 0.25 * (1 - (v - 0.78) / 0.22)) }
    let hill = 0.56 + 0.14 * (u - 0.3 - 0.2 * Double(index)) * (u - 0.3 - 0.2 * Double(index)) * 6
    if v > hill { return mix(colours.hill, colours.bottom, 0.3 * (0.78 - v)) }
    let (dx, dy) = ((u - 0.68) * 1.78, v - 0.34)
    let distance = (dx * dx + dy * dy).squareRoot()
    let sky = mix(colours.top, colours.bottom, v / 0.7)
    return distance < 0.09 ? mix(sky, (1, 0.97, 0.85), 0.92) : sky
  }

  private static func mix(_ one: Colour, _ other: Colour, _ share: Double) -> Colour {
    (
      one.red + (other.red - one.red) * share, one.green + (other.green - one.green) * share,
      one.blue + (other.blue - one.blue) * share
    )
  }
}
