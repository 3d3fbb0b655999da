import BoardModel
import Harness
import Testing

extension OnTheDesktop {
  @Suite struct CaptionTests {
    @Test func aFileSaysItsTypeAndSizeAndAGeocacheItsPlaceAndSize() throws {
      try Desktop.run { desktop in
        try desktop.fill(["To Do": ["one"]])
        let store = try desktop.addGeocache(
          #"{"name":"Mill","summary":"","latitude":53.5,"longitude":-7}"#)
        let file = IncomingItem(
          name: "a.pdf", representations: [("application/pdf", .bytes([1, 2, 3]))])
        try store.perform(
          .addCards(
            try CardReader().cards(from: file), to: try store.lists()[0].id, at: .end))
        let app = try desktop.start()
        for caption in ["PDF document · 3", "53.5000° N, 7.0000° W · 59"] {
          try eventually(within: Timeout.long, "there is “\(caption)”") {
            try app.look(places: .none).contains {
              $0.role == "label" && $0.name.hasPrefix(caption)
            }
          }
        }
      }
    }
  }
}
