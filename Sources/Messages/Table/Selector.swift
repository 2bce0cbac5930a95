import Synchronization

/// The name of a message, with the types of its arguments and its result.
///
/// ```swift
/// extension Selectors {
///   static let openItem = Selector<ItemPath, Void>("catalog:openItemAtPath:")
///   static let colourOfItem = Selector<ItemPath, String>("catalog:colourOfItemAtPath:") { _ in "green" }
/// }
/// ```
///
/// Selectors are interned: there is one for a name, and comparing two is comparing two references. So one name stands for one signature
/// in a whole program, and a table that is asked for a selector can only find handlers that fit it.
public struct Selector<Arguments: Routable, Result>: Hashable, @unchecked Sendable {
  // Safe: the registry holds every signature for the life of the program. So a selector can be handed on without being counted. And it is
  // `Sendable`, because signatures are, and nothing else here can change.
  private let unretainedSignature: Unmanaged<Signature<Arguments, Result>>

  @usableFromInline let id: Int
  /// Whether there may be places in results, to be rewritten on the way back.
  @usableFromInline let returnsPlaces: Bool

  var signature: Signature<Arguments, Result> { unretainedSignature.takeUnretainedValue() }

  /// The selector of a name.
  ///
  /// To declare a name a second time with another signature, also one of the ``Selectors``, is a programmer's error; names that come from
  /// elsewhere are declared by ``init(declaring:family:whenParted:gathering:default:)``, which throws.
  ///
  /// - Parameters:
  ///   - name: The name in the style of Objective-C's, such as `catalog:didSelectItemAtPath:`.
  ///   - family: What the message is about.
  ///   - rule: What becomes of a message about two places that belong to different sources.
  ///   - gathering: How the results of a message about many places become one; without it, several answers are an error.
  ///   - defaultResult: What the sender gets where nobody responds; without it, the sender gets an error.
  public init(
    _ name: String, family: SelectorFamily = .other, whenParted rule: PartingRule = .refuse,
    gathering: Gathering<Result>? = nil, default defaultResult: (@Sendable (Arguments) -> Result)? = nil
  ) {
    do {
      try self.init(declaring: name, family: family, whenParted: rule, gathering: gathering, default: defaultResult)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// The selector of a name, which may be taken.
  ///
  /// - Parameters:
  ///   - name: The name in the style of Objective-C's, such as `catalog:didSelectItemAtPath:`.
  ///   - family: What the message is about.
  ///   - rule: What becomes of a message about two places that belong to different sources.
  ///   - gathering: How the results of a message about many places become one; without it, several answers are an error.
  ///   - defaultResult: What the sender gets where nobody responds; without it, the sender gets an error.
  /// - Throws: ``MessageError`` of the code ``MessageError/Code/signatureConflict`` if the name has another signature. One that has
  ///   the same signature is the same selector, as it was declared first.
  public init(
    declaring name: String, family: SelectorFamily = .other, whenParted rule: PartingRule = .refuse,
    gathering: Gathering<Result>? = nil, default defaultResult: (@Sendable (Arguments) -> Result)? = nil
  ) throws(MessageError) {
    // Those of the catalog come first: so whoever takes one of their names hears of it here, and not the catalog.
    _ = Selectors.all
    try self.init(interning: name, family, rule, gathering, defaultResult)
  }

  /// A selector of the catalog, whose names nobody can have taken.
  init(
    catalog name: String, family: SelectorFamily, whenParted rule: PartingRule = .refuse,
    gathering: Gathering<Result>? = nil, default defaultResult: @escaping @Sendable (Arguments) -> Result
  ) {
    do {
      try self.init(interning: name, family, rule, gathering, defaultResult)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  private init(
    interning name: String, _ family: SelectorFamily, _ rule: PartingRule, _ gathering: Gathering<Result>?,
    _ defaultResult: (@Sendable (Arguments) -> Result)?
  ) throws(MessageError) {
    // Types are asked before the registry is locked: their answer is code of others.
    returnsPlaces = (Result.self as? any Routable.Type)?.hasPlaces ?? false
    let signature = try SignatureRegistry.intern(name) { id in
      Signature<Arguments, Result>(
        name: name, id: id, family: family, partingRule: rule, gathering: gathering, defaultResult: defaultResult)
    }
    unretainedSignature = Unmanaged.passUnretained(signature)
    id = signature.id
  }

  /// The name.
  public var name: String { signature.name }
  /// What the message is about.
  public var family: SelectorFamily { signature.family }

  /// Whether two selectors are the same.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.signature === rhs.signature }

  /// Hashes the selector's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(signature)) }
}

extension Selector where Result == Void {
  /// A selector of the catalog, of a message that asks for no result.
  init(catalog name: String, family: SelectorFamily) {
    self.init(catalog: name, family: family, gathering: .nothing, default: { _ in })
  }

  /// The selector of a name, of a message that asks for no result: nothing happens where nobody responds.
  ///
  /// - Parameters:
  ///   - name: The name in the style of Objective-C's, such as `catalog:didSelectItemAtPath:`.
  ///   - family: What the message is about.
  ///   - rule: What becomes of a message about two places that belong to different sources.
  public init(_ name: String, family: SelectorFamily = .other, whenParted rule: PartingRule = .refuse) {
    self.init(name, family: family, whenParted: rule, gathering: .nothing, default: { _ in })
  }
}

/// A selector, whatever its types.
protocol NamedSelector { var name: String { get } }

extension Selector: NamedSelector {}

extension Selector: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}

/// What the registry knows of a selector.
class AnySignature: @unchecked Sendable {
  // Unchecked because it has a subclass, as the compiler wants no such class to be `Sendable`: all properties of both are constant, and
  // `Sendable` themselves.

  let name: String
  /// The selector's number among all of the program, from 0.
  let id: Int
  let family: SelectorFamily

  init(name: String, id: Int, family: SelectorFamily) {
    self.name = name
    self.id = id
    self.family = family
  }

  /// The types, for people.
  var types: String { "" }
}

/// What a name stands for.
final class Signature<Arguments: Routable, Result>: AnySignature, @unchecked Sendable {
  let partingRule: PartingRule
  let gathering: Gathering<Result>?
  let defaultResult: (@Sendable (Arguments) -> Result)?

  init(
    name: String, id: Int, family: SelectorFamily, partingRule: PartingRule, gathering: Gathering<Result>?,
    defaultResult: (@Sendable (Arguments) -> Result)?
  ) {
    self.partingRule = partingRule
    self.gathering = gathering
    self.defaultResult = defaultResult
    super.init(name: name, id: id, family: family)
  }

  override var types: String { "(\(Arguments.self)) -> \(Result.self)" }
}

/// All selectors of the program, by name.
enum SignatureRegistry {
  private static let signatures = Mutex<[String: AnySignature]>([:])

  /// The signature of a name: the one that it has, or the one that is made for it.
  static func intern<Arguments, Result>(
    _ name: String, _ make: (_ id: Int) -> Signature<Arguments, Result>
  ) throws(MessageError) -> Signature<Arguments, Result> {
    let known = signatures.withLock { signatures in
      if let known = signatures[name] { return known }
      let new = make(signatures.count)
      signatures[name] = new
      return new
    }
    guard let signature = known as? Signature<Arguments, Result> else {
      throw MessageError(
        .signatureConflict, selector: name,
        "“\(name)” is \(known.types), and cannot be (\(Arguments.self)) -> \(Result.self), too. Choose another name.")
    }
    return signature
  }

  /// Whether a name stands for anything.
  static func knows(_ name: String) -> Bool { signatures.withLock { $0[name] != nil } }
}
