// Everything that a program builds catalogs with, by one import.
@_exported public import CatalogKit
@_exported public import CellDirector
@_exported public import Snapshots
