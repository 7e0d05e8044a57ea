[
  (block)
  (list)
  (comprehension_list)
  (arguments)
  (parameters)
] @indent

[")" "]"] @outdent
