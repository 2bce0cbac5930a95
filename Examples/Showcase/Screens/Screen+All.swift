extension Screen {
  /// All screens, in the order in which they are shown.
  static let all: [Screen] = [
    array, sectionedArray, optional, snapshots, trees, modifier,
    concatenatedSections, flattener, emptySectionFilter, sectionSort, collapse,
    predicateFilter, manualFilter, distinct, window,
    insert, placeholder, toggle, segmented,
    sort, group, reverse,
    map, repetition, separators, fold, join, combinations, deltaUpdater,
    chain, notifier,
    fruitypedia, kittens, diffableTable, contacts, cities,
  ]
}
