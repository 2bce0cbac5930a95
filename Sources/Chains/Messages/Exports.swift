// `import Messages` also imports the chains that messages are sent through.
@_exported public import DataSources
