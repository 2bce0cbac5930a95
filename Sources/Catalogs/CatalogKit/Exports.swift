// The modules that `import CatalogKit` includes: records, chains, cells and renderers.
@_exported public import Datasets
@_exported public import Rendering
