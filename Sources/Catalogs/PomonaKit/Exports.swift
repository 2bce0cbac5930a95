// Exports everything that a program needs to build catalogs, for a single import.
@_exported public import CatalogKit
@_exported public import Snapshots
@_exported public import TableViews
@_exported public import TypedRows
