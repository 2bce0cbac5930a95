/// The mappings of the transforms, which define how a transform shows one or several sources.
///
/// Each is named by a verb, and is created by the method of ``Mapping`` with that name:
///
/// ```swift
/// let found = fruits.applying(.filter { $0.isRipe }).applying(.sort(by: \.name))
/// let all = Transform(of: [found, nuts], by: .concatenate())
/// ```
///
/// | what changes | mappings |
/// | --- | --- |
/// | which items are shown | ``Filter``, ``Hide``, ``RemoveDuplicates``, ``Window``, ``Collapse``, ``FilterByKey`` |
/// | which sections are shown | ``RemoveEmptySections``, ``Switch``, ``Select``, ``ShowPlaceholder`` |
/// | where they are shown | ``Sort``, ``SortSections``, ``Reverse``, ``Group``, ``Flatten`` |
/// | what is shown among them | ``Concatenate``, ``Insert``, ``InsertSeparators`` |
/// | what they become | ``Map``, ``Join``, ``Repeat``, ``Fold`` |
/// | what observers are notified of | ``DiffReloads``, ``Notify`` |
///
/// The types are named where a transform is stored, as in `let found: Transform<Mappings.Filter<Fruit>>`.
public enum Mappings {}
