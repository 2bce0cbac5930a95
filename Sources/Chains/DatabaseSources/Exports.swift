// `import DatabaseSources` also imports chains, and GRDB for the requests and connections of queries.
@_exported public import DataSources
@_exported public import GRDB
