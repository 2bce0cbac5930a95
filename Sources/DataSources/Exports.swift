// What comes with `import DataSources`: the batches and edits that sources notify of.
@_exported public import Changesets
