// What comes with `import Cells`: messages, and the chains that they go through.
@_exported public import Messages
