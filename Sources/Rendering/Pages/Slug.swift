import Foundation

/// Turns names into file names that are readable, and that no file system confuses with each other.
enum Slug {
  /// Names that a page or an operating system has taken.
  private static let reserved: Set<String> =
    Set(["index", "assets", "con", "prn", "aux", "nul"] + (0...9).flatMap { ["com\($0)", "lpt\($0)"] })

  /// A slug for each name, all different however a file system compares them.
  ///
  /// A name has its plain slug unless it shares it with another name: then only the name that already is the slug keeps it,
  /// and the others end in a digest of their own. So the slugs of different names do not depend on their order; of equal
  /// names the later ones end in a digest, too.
  ///
  /// - Complexity: O(*n*), *n* being the total length of the names.
  static func unique(_ names: [String]) -> [String] {
    let plain = names.map(plain(_:))
    var owners: [String: Int] = [:]
    for slug in plain { owners[slug, default: 0] += 1 }
    var taken: Set<String> = []
    // Plain slugs come first: what somebody's digest spells out may be another name's own.
    let own = zip(names, plain).map { name, slug in
      isUsable(slug) && (owners[slug] == 1 || name == slug) && taken.insert(slug).inserted
    }
    return names.indices.map { index in
      if own[index] { return plain[index] }
      var (slug, salt) = ("", "")
      repeat {
        slug = marked(plain[index], with: digest(names[index] + salt))
        salt += "\u{0}"
      } while !taken.insert(slug).inserted
      return slug
    }
  }

  /// The name in lower case, without the diacritics of Latin letters, with a hyphen for whatever is no letter or digit.
  private static func plain(_ name: String) -> String {
    // Upper case first: it spells out ligatures and sharp s, and leaves one lower case for each letter.
    let folded = name.decomposedStringWithCompatibilityMapping.uppercased().lowercased()
    var slug = String.UnicodeScalarView()
    for scalar in folded.unicodeScalars {
      let properties = scalar.properties
      switch properties.generalCategory {
      case .nonspacingMark where slug.last?.isASCII ?? true: continue
      case .nonspacingMark, .spacingMark: slug.append(scalar)
      case _ where scalar == "’" || scalar == "'": continue
      case _ where properties.isAlphabetic || properties.numericType != nil: slug.append(scalar)
      default: if let last = slug.last, last != "-" { slug.append("-") }
      }
    }
    while slug.last == "-" { slug.removeLast() }
    return String(slug).precomposedStringWithCanonicalMapping
  }

  /// Whether a slug can stand alone: not empty, not taken, and short enough for every file system.
  private static func isUsable(_ slug: String) -> Bool {
    !slug.isEmpty && slug == shortened(slug) && !reserved.contains(slug) && !slug.hasPrefix("page-")
  }

  private static func marked(_ slug: String, with digest: String) -> String {
    slug.isEmpty ? digest : "\(shortened(slug))-\(digest)"
  }

  /// At most 96 bytes of a slug, cut between characters.
  private static func shortened(_ slug: String) -> String {
    var length = 0
    return String(
      slug.prefix {
        length += $0.utf8.count
        return length <= 96
      })
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
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
