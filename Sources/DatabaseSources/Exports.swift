// What comes with `import DatabaseSources`: chains, and the requests and the connections that queries are made of.
@_exported public import DataSources
@_exported public import GRDB
