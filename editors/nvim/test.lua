-- Neovim without a window against `simulate lsp`: a mistake is shown, fixed, explained, completed, renamed and formatted.
-- Usage: nvim --headless -u NONE -S editors/nvim/test.lua, in the folder of the sources, SIMULATE being the program.

vim.g.oddsmith_simulate = os.getenv("SIMULATE") or "target/release/simulate"
local folder = vim.fn.tempname()
vim.fn.mkdir(folder)

local function fail(why)
  io.stderr:write("editors/nvim/test.lua: " .. why .. "\n")
  vim.cmd("cquit 1")
end

local function check(is, why)
  if not is then fail(why) end
end

local function write(name, lines)
  local path = folder .. "/" .. name
  vim.fn.writefile(lines, path)
  return path
end

local function lines() return vim.api.nvim_buf_get_lines(0, 0, -1, false) end

local function ask(method, line, column, more)
  local params = {
    textDocument = vim.lsp.util.make_text_document_params(0),
    position = line and { line = line, character = column } or nil,
  }
  local answers, why = vim.lsp.buf_request_sync(0, method, vim.tbl_extend("force", params, more or {}), 20000)
  check(answers, method .. ": " .. tostring(why))
  for _, answer in pairs(answers) do
    check(not answer.error, method .. ": " .. vim.inspect(answer.error))
    return answer.result
  end
end

local function problems(count)
  vim.wait(20000, function() return #vim.diagnostic.get(0) == count end, 5)
  local found = vim.diagnostic.get(0)
  check(#found == count, count .. " problems expected, found " .. vim.inspect(found))
  return found
end

local ok, why = pcall(function()
  vim.cmd("source editors/nvim/oddsmith.lua")
  local rule = write("mine.odds", {
    'hits = count("Hits")', "", "def wound(dice):", "    return successes(dice, 6, 4)", "", "def trial():",
    "    n = wnd(3)", "    record(hits,n)",
  })
  vim.cmd("edit " .. rule)

  -- A mistake, and its fix.
  local found = problems(1)[1]
  check(found.lnum == 6 and found.message:find("wnd"), "the mistake: " .. vim.inspect(found))
  local all = { start = { line = 6, character = 8 }, ["end"] = { line = 6, character = 11 } }
  local actions = ask("textDocument/codeAction", nil, nil, { range = all, context = { diagnostics = {} } })
  check(actions and actions[1] and actions[1].title == "Change to wound", "the fix: " .. vim.inspect(actions))
  vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
  check(lines()[7] == "    n = wound(3)", "fixed: " .. lines()[7])
  problems(0)

  -- What it comes to: three dice that each hit on 4 or more.
  local hover = ask("textDocument/hover", 6, 9)
  check(hover.contents.value:find("Mean 1.50"), "the law: " .. hover.contents.value)
  check(hover.contents.value:find("3/8"), "the law: " .. hover.contents.value)
  local hints = ask("textDocument/inlayHint", nil, nil, { range = { start = { line = 0, character = 0 }, ["end"] = { line = 99, character = 0 } } })
  check(#hints == 1 and hints[1].label == "mean 1.50", "behind the line: " .. vim.inspect(hints))

  -- What can stand here, where it comes from, and what else it is called.
  vim.api.nvim_buf_set_lines(0, 7, 7, false, { "    m = wou" })
  local items = ask("textDocument/completion", 7, 11)
  local wound = vim.tbl_filter(function(item) return item.label == "wound" end, items.items or items)
  check(#wound == 1, "completion: " .. vim.inspect(items))
  vim.api.nvim_buf_set_lines(0, 7, 8, false, {})
  problems(0)
  local definition = ask("textDocument/definition", 6, 9)
  check(definition.range.start.line == 2, "definition: " .. vim.inspect(definition))
  vim.lsp.util.apply_workspace_edit(ask("textDocument/rename", 6, 9, { newName = "hurt" }), "utf-16")
  check(lines()[3] == "def hurt(dice):" and lines()[7] == "    n = hurt(3)", "renamed: " .. vim.inspect(lines()))

  -- As fmt writes it.
  local edits = ask("textDocument/formatting", nil, nil, { options = { tabSize = 4, insertSpaces = true } })
  vim.lsp.util.apply_text_edits(edits, 0, "utf-16")
  check(vim.tbl_contains(lines(), "    record(hits, n)"), "formatted: " .. vim.inspect(lines()))
  problems(0)
  vim.cmd("write")

  -- A scenario in the same folder.
  vim.cmd("edit " .. write("mine.toml", { 'rule = "mine.odds"', "", "[[ask]]", 'value = "P(hist >= 2)"' }))
  check(problems(1)[1].message:find("did you mean `hits`"), "the question's mistake")
  vim.api.nvim_buf_set_lines(0, 3, 4, false, { 'value = "P(hits >= 2)"' })
  problems(0)
  local odds = ask("textDocument/hover", 3, 12)
  check(odds.contents.value:find("Mean 1.50"), "odds: " .. odds.contents.value)
end)
local function colours()
  -- The parser and its query, as Neovim reads them.
  local parser = os.getenv("ODDS_PARSER")
  if not parser then return end
  local add = vim.treesitter.language and vim.treesitter.language.add
  if add then add("odds", { path = parser }) else vim.treesitter.require_language("odds", parser) end
  local text = table.concat(vim.fn.readfile("rules/wing.odds"), "\n") .. "\n"
  local root = vim.treesitter.get_string_parser(text, "odds"):parse()[1]:root()
  check(not root:has_error(), "the parser finds a mistake in rules/wing.odds")
  local source = table.concat(vim.fn.readfile("editors/tree-sitter/queries/highlights.scm"), "\n")
  local query = (vim.treesitter.query.parse or vim.treesitter.query.parse_query)("odds", source)
  local found = {}
  for id in query:iter_captures(root, text, 0, -1) do found[query.captures[id]] = true end
  for _, name in ipairs({ "keyword.function", "function.builtin", "string", "number", "constant.builtin" }) do
    check(found[name], "the query finds no @" .. name)
  end
  print("Neovim: the parser and its query\n")
end
if ok then ok, why = pcall(colours) end
vim.fn.delete(folder, "rf")
if not ok then fail(tostring(why)) end
print("Neovim: mistake, fix, hover, words behind lines, completion, definition, rename, format\n")
vim.cmd("qall!")
