/// A mapping whose items are those of its sources as they are there: it decides which of them stand where, and makes none.
package protocol ArrangingMapping: Mapping where Item == SourceItem {}

/// A source over sources by an ``ArrangingMapping``.
package protocol ArrangingSource: DerivedSource {}

extension Transform: ArrangingSource where M: ArrangingMapping {}

extension Collapse: ArrangingMapping {}
extension ConcatenatedSections: ArrangingMapping {}
extension Distinct: ArrangingMapping {}
extension EmptySectionFilter: ArrangingMapping {}
extension Flattener: ArrangingMapping {}
extension Group: ArrangingMapping {}
extension Insert: ArrangingMapping {}
extension KeyedFilter: ArrangingMapping {}
extension ManualFilter: ArrangingMapping {}
extension Notifier: ArrangingMapping {}
extension Placeholder: ArrangingMapping {}
extension PredicateFilter: ArrangingMapping {}
extension Reverse: ArrangingMapping {}
extension SectionSort: ArrangingMapping {}
extension Segmented: ArrangingMapping {}
extension Sort: ArrangingMapping {}
extension Switch: ArrangingMapping {}
extension Window: ArrangingMapping {}
