(function_definition "def" @context name: (identifier) @name) @item
(source_file (assignment left: (identifier) @name) @item)
