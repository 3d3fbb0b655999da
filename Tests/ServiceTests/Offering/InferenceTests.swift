import Harness
import Testing

@Suite struct InferenceTests {
  @Test(arguments: eitherBus())
  func `a type that is left out is inferred from the name and the first bytes`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let source = try service.peer()
      let png = Content.base64("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ")
      let path = try service.fixture.folder.write("held", text: "%PDF-1.7\n%âãÏÓ\n")
      let offer = try source.offer([
        Item(name: "picture.png", data(nil, png)),
        Item(data(nil, png)),
        Item(data(nil, "just some words\n")),
        Item(name: "page.html", data(nil, "<!DOCTYPE html><html><body>a</body></html>")),
        Item(name: "document.pdf", file(nil, try source.open(path))),
        Item(file(nil, try source.memory(.base64("R0lGODlhAQABAAAAACw=")))),
        // Without a name, text is text whatever its first word is to the database.
        Item(file(nil, try source.memory(.text("GIF89a\u{1}")))),
        Item(data(nil, "From now on\n")), Item(name: "page.pdf", data(nil, "some words\n")),
        Item(name: "blob", data(nil, .base64("AAECA/8="))),
      ])
      let types = try service.observer.items(of: offer).map { $0[1][0]["type"].inside.string }
      #expect(
        types == [
          "image/png", "image/png", "text/plain;charset=utf-8", "text/html", "application/pdf",
          "image/gif", "text/plain;charset=utf-8", "text/plain;charset=utf-8", "application/pdf",
          "application/octet-stream",
        ])
    }
  }

  @Test(arguments: eitherBus())
  func `a type that is inferred twice in one item is refused`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      try expectFailure(Names.invalidArguments, saying: "text/plain") {
        try service.observer.offer([Item(data(nil, "a b"), data(nil, "some words\n"))])
      }
    }
  }

  @Test(arguments: eitherBus())
  func `lazy content needs a type`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      try service.observer.serve([:])
      try expectFailure(Names.invalidArguments, saying: "type") {
        try service.observer.offer(
          [Item(attributes: ["name": .s("a.txt")], representations: [[:]])],
          ["source": .o(Names.sourcePath)])
      }
    }
  }
}
