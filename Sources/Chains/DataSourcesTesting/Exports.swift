// `import DataSourcesTesting` also imports the chains to be tested.
@_exported public import DataSources
