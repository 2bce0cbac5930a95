// Exported with `import DataSources`: the batches and edits that observers receive.
@_exported public import Changesets
