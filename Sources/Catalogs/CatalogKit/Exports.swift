// The modules that `import CatalogKit` includes: records, chains, cells and renderers, and the options of a catalog.
@_exported public import CatalogSyntax
@_exported public import Datasets
@_exported public import Rendering
