// `import Datasets` includes chains of records, and findings about the contents of a file.
@_exported public import DataSources
@_exported public import Diagnostics
