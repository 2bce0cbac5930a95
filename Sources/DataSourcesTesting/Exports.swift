// What comes with `import DataSourcesTesting`: the chains that it tries.
@_exported public import DataSources
