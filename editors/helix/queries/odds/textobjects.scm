(function_definition body: (block) @function.inside) @function.around
(argument) @parameter.inside
(comment) @comment.inside
