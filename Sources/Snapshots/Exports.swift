// What comes with `import Snapshots`: the chains that it has leaves for.
@_exported public import DataSources
