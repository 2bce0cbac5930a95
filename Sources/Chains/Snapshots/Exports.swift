// `import Snapshots` also imports the chains for which it provides leaves.
@_exported public import DataSources
