-- oddsmith in Neovim (0.7 or later): rule files (*.odds), and scenarios (*.toml that name a rule).
-- Copy this file to ~/.config/nvim/plugin/, with `simulate` on the path.

local simulate = vim.g.oddsmith_simulate or "simulate"
-- Words behind lines need Neovim 0.10; each kind can be turned off.
local wishes = vim.g.oddsmith_wishes or { means = true, loops = true }
local client

local function start(buffer)
  local options = { name = "oddsmith", cmd = { simulate, "lsp" }, init_options = wishes }
  if vim.lsp.start then
    vim.lsp.start(options, { bufnr = buffer })
  else
    client = client or vim.lsp.start_client(options)
    vim.lsp.buf_attach_client(buffer, client)
  end
end

local group = vim.api.nvim_create_augroup("oddsmith", {})

vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  group = group,
  pattern = "*.odds",
  callback = function(event)
    vim.bo[event.buf].filetype = "odds"
    -- Without the parser of editors/tree-sitter (Neovim 0.9 or later), Python's colours come close.
    if not (vim.treesitter.start and pcall(vim.treesitter.start, event.buf, "odds")) then
      vim.bo[event.buf].syntax = "python"
    end
    vim.bo[event.buf].commentstring = "# %s"
    start(event.buf)
  end,
})

vim.api.nvim_create_autocmd({ "BufRead" }, {
  group = group,
  pattern = "*.toml",
  callback = function(event)
    for _, line in ipairs(vim.api.nvim_buf_get_lines(event.buf, 0, 40, false)) do
      if line:match("^rule%s*=") then
        start(event.buf)
        break
      end
    end
  end,
})
