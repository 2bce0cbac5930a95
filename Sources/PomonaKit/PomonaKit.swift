// Everything that a program builds catalogs with, by one import.
@_exported public import CatalogKit
@_exported public import CellDirector
@_exported public import Cells
@_exported public import Changesets
@_exported public import DataSources
@_exported public import Datasets
@_exported public import Diagnostics
@_exported public import DocumentModel
@_exported public import Fingerprints
@_exported public import Messages
@_exported public import Publishing
@_exported public import Rendering
@_exported public import Snapshots
