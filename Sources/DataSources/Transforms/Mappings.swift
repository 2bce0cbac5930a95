/// The mappings that make the transforms: how a source, or several, become another one.
///
/// Each is named by a verb, and is created where it is applied, by the method of ``Mapping`` of the same name:
///
/// ```swift
/// let found = fruits.applying(.filter { $0.isRipe }).applying(.sort(by: \.name))
/// let all = Transform(of: [found, nuts], by: .concatenate())
/// ```
///
/// | what changes | mappings |
/// | --- | --- |
/// | which items are shown | ``Filter``, ``Hide``, ``RemoveDuplicates``, ``Window``, ``Collapse``, ``FilterByKey`` |
/// | which sections are shown | ``RemoveEmptySections``, ``Switch``, ``Select``, ``ReplaceEmpty`` |
/// | where they stand | ``Sort``, ``SortSections``, ``Reverse``, ``Group``, ``Flatten`` |
/// | what stands among them | ``Concatenate``, ``Insert``, ``InsertSeparators`` |
/// | what they become | ``Map``, ``Join``, ``Repeat``, ``Fold`` |
/// | what observers are notified of | ``DiffReloads``, ``Notify`` |
///
/// The types are named where a transform is stored, as in `let found: Transform<Mappings.Filter<Fruit>>`.
public enum Mappings {}
