import Foundation

/// Conversion of names to file names that are readable and that no file system considers equal.
enum Slug {
  /// The names that pages and operating systems reserve.
  private static let reserved: Set<String> =
    Set(
      ["index", "start", "assets", "search", "con", "prn", "aux", "nul"] + (0...9).flatMap { ["com\($0)", "lpt\($0)"] })

  private static let maximumReservedLength = reserved.reduce(0) { max($0, $1.utf8.count) }
  /// The maximum length of a slug without its digest, in bytes of UTF-8.
  private static let maximumLength = 96
  /// The number of hexadecimal digits of a digest, which distinguishes names with the same slug.
  private static let digestLength = 8

  /// Returns a slug for each name. The slugs are different in every file system, regardless of how it compares names.
  ///
  /// A name has its plain slug if no other name has the same one, and the slug is usable and not taken. If several
  /// names share a plain slug, only the name that is equal to the slug keeps it; the others end in their digest. So the
  /// slugs of different names do not depend on the order of the names. This applies to the first of several equal
  /// names; the later ones end in their own digests.
  ///
  /// - Parameters:
  ///   - sizes: The sizes of what has the names, of which the largest keeps the plain slug; `nil` if there are none.
  ///   - others: Slugs that are taken.
  /// - Complexity: O(*n*) on average, *n* being the total length of the names.
  static func unique(_ names: [String], sizes: [Int]? = nil, except others: Set<String> = []) -> [String] {
    var table = SlugTable(except: others, preference: sizes == nil ? .namesake : .first)
    var slugs = names.map(plain)
    for (index, slug) in slugs.enumerated() { table.insert(Int32(index), slug, SlugTable.hash(slug)) }
    let changed = table.settle(name: { SlugTable.Name(names[Int($0)]) }) { left, right in
      guard let sizes, sizes[Int(left)] != sizes[Int(right)] else { return left < right }
      return sizes[Int(left)] > sizes[Int(right)]
    }
    for (owner, slug) in changed { slugs[Int(owner)] = slug }
    return slugs
  }

  /// Returns slugs that are all different, by appending `-2`, `-3` … to repeated ones.
  ///
  /// - Complexity: O(*n* + *k*²) on average, *n* being the number of slugs, and *k* the number of equal ones.
  static func distinct(_ slugs: [String]) -> [String] {
    var taken = Set(slugs)
    guard taken.count < slugs.count else { return slugs }
    var seen: Set<String> = []
    return slugs.map { slug in
      if seen.insert(slug).inserted { return slug }
      var number = 2
      while !taken.insert("\(slug)-\(number)").inserted { number += 1 }
      return "\(slug)-\(number)"
    }
  }

  /// Returns the plain slug of a name: lowercase, without the diacritics of Latin letters and without apostrophes, with
  /// a hyphen for each sequence of other characters that are not letters or digits. Signs that often distinguish names
  /// are spelled out.
  static func plain(_ name: String) -> String { isPlain(name) ? name : plainASCII(name) ?? plainUnicode(name) }

  /// Returns the word for a sign, or `nil` if it becomes a hyphen: `#` has a word only directly after a letter or digit
  /// (`C#`), and a full stop only before one at the beginning of the name (`.net`).
  private static func word(for sign: UInt8, after previous: UInt8?, before next: UInt8?) -> StaticString? {
    switch sign {
    case UInt8(ascii: "+"): "plus"
    case UInt8(ascii: "&"): "and"
    case UInt8(ascii: "#") where previous.map(isWordByte) ?? false: "sharp"
    case UInt8(ascii: ".") where previous == nil && next.map(isWordByte) ?? false: "dot"
    default: nil
    }
  }

  /// Returns whether a byte belongs to a letter or digit. All bytes outside ASCII count as such.
  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
      true
    default: false
    }
  }

  /// Returns whether a name is its own slug: lowercase ASCII letters and digits, with single hyphens between them.
  private static func isPlain(_ name: String) -> Bool {
    var last = UInt8(ascii: "-")
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): break
      case UInt8(ascii: "-") where last != UInt8(ascii: "-"): break
      default: return false
      }
      last = byte
    }
    return last != UInt8(ascii: "-")
  }

  /// Returns the plain slug of an ASCII name, or `nil` for any other name. Most names are ASCII, and need no Unicode
  /// tables.
  private static func plainASCII(_ name: String) -> String? {
    var name = name
    return name.withUTF8 { bytes -> String? in
      guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
      // The capacity: a byte becomes at most one byte, except for a sign, which becomes a word of at most five letters
      // between two hyphens. The one is for a full stop at the beginning.
      let signs = bytes.count { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "#") } + 1
      return String(unsafeUninitializedCapacity: bytes.count + signs * 6) { slug in
        var count = 0
        func appendHyphen() {
          guard count > 0, slug[count - 1] != UInt8(ascii: "-") else { return }
          slug[count] = UInt8(ascii: "-")
          count += 1
        }
        for (index, byte) in bytes.enumerated() {
          switch byte {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): slug[count] = byte
          case UInt8(ascii: "A")...UInt8(ascii: "Z"): slug[count] = byte | 0x20
          case UInt8(ascii: "'"): continue
          default:
            appendHyphen()
            let next = index + 1 < bytes.count ? bytes[index + 1] : nil
            if let word = word(for: byte, after: index == 0 ? nil : bytes[index - 1], before: next) {
              word.withUTF8Buffer {
                for letter in $0 {
                  slug[count] = letter
                  count += 1
                }
              }
              appendHyphen()
            }
            continue
          }
          count += 1
        }
        return count > 0 && slug[count - 1] == UInt8(ascii: "-") ? count - 1 : count
      }
    }
  }

  private static func plainUnicode(_ name: String) -> String {
    // Converting to upper case first expands ligatures and `ß`, and maps letters with several lowercase forms to one.
    let folded = Array(name.decomposedStringWithCompatibilityMapping.uppercased().lowercased().unicodeScalars)
    var slug = String.UnicodeScalarView()
    func appendHyphen() { if let last = slug.last, last != "-" { slug.append("-") } }
    func byte(at index: Int) -> UInt8? {
      folded.indices.contains(index) ? UInt8(exactly: folded[index].value) ?? 0xFF : nil
    }
    for (index, scalar) in folded.enumerated() {
      let properties = scalar.properties
      switch properties.generalCategory {
      case .nonspacingMark where slug.last?.isASCII ?? true: continue
      case .nonspacingMark, .spacingMark: slug.append(scalar)
      case _ where scalar == "’" || scalar == "'": continue
      case _ where properties.isAlphabetic || properties.numericType != nil: slug.append(scalar)
      default:
        appendHyphen()
        if let sign = byte(at: index),
          let word = word(for: sign, after: byte(at: index - 1), before: byte(at: index + 1))
        {
          slug.append(contentsOf: word.description.unicodeScalars)
          appendHyphen()
        }
      }
    }
    while slug.last == "-" { slug.removeLast() }
    return String(slug).precomposedStringWithCanonicalMapping
  }

  /// Returns whether a text can be a component of an address that a person chooses: it has the form of a slug, and at
  /// most the length of a slug with a digest.
  static func isPart(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    let isSpelled = scalars.allSatisfy { scalar in
      let properties = scalar.properties
      switch properties.generalCategory {
      case .nonspacingMark, .spacingMark: return true
      default:
        return scalar == "-"
          || (properties.isAlphabetic || properties.numericType != nil)
            && properties.lowercaseMapping.unicodeScalars.elementsEqual([scalar])
      }
    }
    return isSpelled && !scalars.isEmpty && scalars.first != "-" && scalars.last != "-"
      && text.utf8.count <= maximumLength + 1 + digestLength
      && text.precomposedStringWithCanonicalMapping.utf8.elementsEqual(text.utf8)
  }

  /// Returns whether a text can be the name of an object's page or of its folder, regardless of other pages: a usable
  /// slug, or a slug with a digest.
  static func canStandAlone(_ text: String) -> Bool {
    if isPart(text), isUsable(text) { return true }
    let digest = text.utf8.suffix(digestLength + 1)
    return isPart(text) && digest.first == UInt8(ascii: "-") && digest.count == digestLength + 1
      && digest.dropFirst().allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
  }

  /// Returns whether a slug can be used without a digest: it is not empty, not reserved, not too long, and does not
  /// begin with `page-`, as the names of a list's pages do.
  static func isUsable(_ slug: String) -> Bool {
    let count = slug.utf8.count
    return count > 0 && count <= maximumLength && !(count <= maximumReservedLength && reserved.contains(slug))
      && !slug.utf8.starts(with: "page-".utf8)
  }

  /// Returns the slug of a name without regard to other names.
  static func alone(_ name: String) -> String {
    let slug = plain(name)
    return isUsable(slug) ? slug : marked(slug, with: name)
  }

  static func marked(_ slug: String, with name: String) -> String {
    slug.isEmpty ? digest(name) : "\(shortened(slug))-\(digest(name))"
  }

  /// Returns the longest prefix of a slug that has the maximum length, cut between characters.
  private static func shortened(_ slug: String) -> String {
    if slug.utf8.count <= maximumLength { return slug }
    var length = 0
    var short = slug.prefix {
      length += $0.utf8.count
      return length <= maximumLength
    }
    while short.last == "-" { short.removeLast() }
    return String(short)
  }

  /// Returns eight hexadecimal digits of the FNV-1a hash of a name. Canonically equivalent names have the same digest.
  ///
  /// Source: Fowler, Noll, Vo, “FNV hash”, 64 bits, folded to 32.
  private static func digest(_ name: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name.precomposedStringWithCanonicalMapping.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let digits = String(UInt32(truncatingIfNeeded: hash ^ (hash >> 32)), radix: 16)
    return String(repeating: "0", count: digestLength - digits.count) + digits
  }
}
