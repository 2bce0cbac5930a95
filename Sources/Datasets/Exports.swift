// What comes with `import Datasets`: chains of records, and findings about what is in a file.
@_exported public import DataSources
@_exported public import Diagnostics
