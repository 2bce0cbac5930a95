// What comes with `import CatalogKit`: records, chains, cells and renderers.
@_exported public import Datasets
@_exported public import Rendering
