import DBus
import DragSystem
import Testing

struct DecodingFailureTests {
  private func failure(
    writing: (inout MessageWriter) throws(BusError) -> Void,
    reading: (inout MessageReader) throws(DecodingFailure) -> Void
  ) throws -> String {
    let message = try anyCall()
    try message.write(writing)
    var reader = message.read()
    do throws(DecodingFailure) {
      try reading(&reader)
      return "read"
    } catch {
      return error.description
    }
  }

  @Test func anotherTypeIsNamedWithThePlace() throws {
    let text = try failure { writer throws(BusError) in
      try writer.append("fine")
      try writer.append(UInt32(4))
    } reading: { reader throws(DecodingFailure) in
      _ = try reader.string()
      _ = try reader.string()
    }
    #expect(text == "argument 2: expected string (s), found uint32 (u)")
  }

  @Test func aMissingArgumentIsNamed() throws {
    let text = try failure { _ in
    } reading: { reader throws(DecodingFailure) in
      _ = try reader.dictionary()
    }
    #expect(text == "argument 1: expected dictionary (a{sv}), found nothing more")
  }

  @Test func anArgumentTooManyIsNamed() throws {
    let text = try failure { writer throws(BusError) in
      try writer.append(true)
      try writer.append(true)
    } reading: { reader throws(DecodingFailure) in
      _ = try reader.bool()
      try reader.end()
    }
    #expect(text == "argument 2: expected the end, found boolean (b)")
  }

  @Test func thePlaceInsideContainersIsNamed() throws {
    let text = try failure { writer throws(BusError) in
      try writer.append(UInt8(0))
      try writer.appendArray(of: "(sa{sv})") { items throws(BusError) in
        for _ in 0..<2 {
          try items.appendStructure { fields throws(BusError) in
            try fields.append("item")
            try fields.appendDictionary { entries throws(BusError) in
              try entries.entry("type", "text/plain")
              try entries.entry("data", strings: [])
            }
          }
        }
      }
    } reading: { reader throws(DecodingFailure) in
      reader.skip()
      var items = try reader.array()
      items.skip()
      var fields = try items.structure()
      _ = try fields.string()
      var entries = try fields.dictionary()
      while let (key, content) = try entries.next() {
        var value = content
        if key == "data" { _ = try value.bytes() } else { _ = try value.string() }
      }
    }
    #expect(
      text == "argument 2, element 2, field 2, “data”: expected bytes (ay), found array (as)")
  }

  @Test func anEmptyDictionaryOfAnotherTypeIsNotTaken() throws {
    let text = try failure { writer throws(BusError) in
      try writer.appendArray(of: "{su}") { _ in }
    } reading: { reader throws(DecodingFailure) in
      _ = try reader.dictionary()
    }
    #expect(text == "argument 1: expected dictionary (a{sv}), found array (a{su})")
  }

  @Test func aDictionaryOfAnotherTypeIsNotTaken() throws {
    for signature in ["{su}", "{us}"] {
      let text = try failure { writer throws(BusError) in
        try writer.appendVariant("a" + signature) { variant throws(BusError) in
          try variant.appendArray(of: signature) { array throws(BusError) in
            try array.appendDictionaryEntry { entry throws(BusError) in
              if signature == "{su}" {
                try entry.append("key")
              } else {
                try entry.append(UInt32(1))
              }
              if signature == "{su}" {
                try entry.append(UInt32(1))
              } else {
                try entry.append("value")
              }
            }
          }
        }
      } reading: { reader throws(DecodingFailure) in
        var variant = try reader.variant()
        var entries = try variant.dictionary()
        _ = try entries.next()
      }
      #expect(text.hasPrefix("argument 1") && text.contains("expected"), "\(text)")
    }
  }

  @Test func anyIntegerTypeThatFitsIsTaken() throws {
    let message = try anyCall()
    try message.write { writer throws(BusError) in
      try writer.append(UInt8(200))
      try writer.append(Int16(-2))
      try writer.append(UInt16(60_000))
      try writer.append(Int32(5))
      try writer.append(UInt32.max)
      try writer.append(Int64(1 << 40))
      try writer.append(UInt64.max)
    }
    var reader = message.read()
    let any = Int128(Int64.min)...Int128(UInt64.max)
    #expect(try reader.integer(in: any) == 200)
    #expect(try reader.integer(in: any) == -2)
    #expect(try reader.integer(in: any) == 60_000)
    #expect(try reader.integer(in: 0...5) == 5)
    #expect(try reader.integer(in: any) == Int128(UInt32.max))
    #expect(try reader.integer(in: any) == 1 << 40)
    #expect(try reader.integer(in: any) == Int128(UInt64.max))
  }

  @Test func anIntegerThatDoesNotFitIsNamedAndStaysUnread() throws {
    let message = try anyCall()
    try message.write { writer throws(BusError) in try writer.append(Int32(-5)) }
    var reader = message.read()
    let error = #expect(throws: DecodingFailure.self) {
      try reader.integer(in: 0...Int128(UInt32.max))
    }
    #expect(
      error?.description == "argument 1: expected integer from 0 to 4294967295, found -5")
    #expect(try reader.int32() == -5)
  }

  @Test func aFailureBecomesInvalidArgsOrLimitsExceeded() {
    let mismatch = DecodingFailure(expected: "a", found: "b", at: "c")
    #expect(BusError(mismatch).name == BusError.Name.invalidArgs)
    let shortage = DecodingFailure(expected: "a", found: "b", at: "c", cause: .shortage)
    #expect(BusError(shortage).name == BusError.Name.limitsExceeded)
  }
}
