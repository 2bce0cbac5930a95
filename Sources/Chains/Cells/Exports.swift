// `import Cells` also imports the messages, and with them the chains that they are sent through.
@_exported public import Messages
