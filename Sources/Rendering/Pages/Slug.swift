import Fingerprints
import Foundation

/// Turns names into file names that are readable, and that no file system confuses with each other.
enum Slug {
  /// Names that a page or an operating system has taken.
  private static let reserved: Set<String> =
    Set(
      ["index", "start", "assets", "search", "con", "prn", "aux", "nul"] + (0...9).flatMap { ["com\($0)", "lpt\($0)"] })

  private static let maximumReservedLength = reserved.reduce(0) { max($0, $1.utf8.count) }
  /// How many bytes a slug has at the most.
  private static let maximumLength = 96
  /// How many digits tell names apart that would have the same slug.
  private static let digestLength = 8

  /// A slug for each name, all different however a file system compares them.
  ///
  /// A name has its plain slug unless it shares it with another name: then only the name that already is the slug keeps it,
  /// and the others end in a digest of their own. So the slugs of different names do not depend on their order; of equal
  /// names the later ones end in a digest, too.
  ///
  /// - Parameters:
  ///   - names: The names.
  ///   - others: Slugs that are taken by something else.
  /// - Complexity: O(*n*), *n* being the total length of the names.
  static func unique(_ names: [String], except others: Set<String> = []) -> [String] {
    var table = SlugTable(except: others)
    var slugs = names.map(plain)
    for (index, slug) in slugs.enumerated() { table.insert(Int32(index), slug, SlugTable.hash(slug)) }
    for (owner, slug) in table.settle(name: { SlugTable.Name(names[Int($0)]) }, precedes: <) {
      slugs[Int(owner)] = slug
    }
    return slugs
  }

  /// Slugs that are all different: one that was there before has a number behind it.
  ///
  /// - Complexity: O(*n*) on average, *n* being the number of slugs.
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

  /// The name in lower case, without the diacritics of Latin letters, with a hyphen for whatever is no letter or digit. Signs that tell names
  /// apart are spelled out.
  static func plain(_ name: String) -> String {
    isPlain(name) ? name : plainASCII(name) ?? plainUnicode(name)
  }

  /// The word for a sign: for `#` directly behind a letter or digit (`C#`), for a full stop before one at the beginning (`.net`).
  ///
  /// - Parameters:
  ///   - sign: A scalar in ASCII.
  ///   - previous: The one before it; nil at the beginning.
  ///   - next: The one after it; nil at the end.
  private static func word(for sign: UInt8, after previous: UInt8?, before next: UInt8?) -> StaticString? {
    switch sign {
    case UInt8(ascii: "+"): "plus"
    case UInt8(ascii: "&"): "and"
    case UInt8(ascii: "#") where previous.map(isWordByte) ?? false: "sharp"
    case UInt8(ascii: ".") where previous == nil && next.map(isWordByte) ?? false: "dot"
    default: nil
    }
  }

  /// Whether a byte is, or is part of, a letter or digit; every byte beyond ASCII counts.
  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
      true
    default: false
    }
  }

  /// Whether a name is its own slug: small letters, digits, and single hyphens between them.
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

  /// The same for a name in ASCII, as most are; nil for any other.
  private static func plainASCII(_ name: String) -> String? {
    var name = name
    return name.withUTF8 { bytes -> String? in
      guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
      // A byte becomes one at the most, or a word of five letters between hyphens.
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
    // Upper case first: it spells out ligatures and sharp s, and leaves one lower case for each letter.
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

  /// Whether a text can be a part of an address that a person decides: what a slug can be, with a digest or without.
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

  /// Whether a text can be the name of an object's page, or its folder, whatever other pages there will be.
  static func canStandAlone(_ text: String) -> Bool {
    if isPart(text), isUsable(text) { return true }
    let digest = text.utf8.suffix(digestLength + 1)
    return isPart(text) && digest.first == UInt8(ascii: "-") && digest.count == digestLength + 1
      && digest.dropFirst().allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
  }

  /// Whether a slug can stand alone: not empty, not taken, and short enough for every file system.
  static func isUsable(_ slug: String) -> Bool {
    let count = slug.utf8.count
    return count > 0 && count <= maximumLength && !(count <= maximumReservedLength && reserved.contains(slug))
      && !slug.utf8.starts(with: "page-".utf8)
  }

  /// The slug of a name that stands for itself, whatever else there is.
  static func alone(_ name: String) -> String {
    let slug = plain(name)
    return isUsable(slug) ? slug : marked(slug, with: name)
  }

  /// A slug that ends in the digest of a name.
  static func marked(_ slug: String, with name: String) -> String {
    slug.isEmpty ? digest(name) : "\(shortened(slug))-\(digest(name))"
  }

  /// As much of a slug as may be, cut between characters.
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

  /// Eight hexadecimal digits of the FNV-1a hash of a name; canonically equivalent names have the same.
  ///
  /// Source: Fowler, Noll, Vo, “FNV hash”, 64 bits, folded to 32.
  private static func digest(_ name: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name.precomposedStringWithCanonicalMapping.utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    let digits = String(UInt32(truncatingIfNeeded: hash ^ (hash >> 32)), radix: 16)
    return String(repeating: "0", count: digestLength - digits.count) + digits
  }
}
