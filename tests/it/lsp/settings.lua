-- Reads the settings of the page, and runs those that this Neovim knows.
local function work()
  for _, name in ipairs({ "new.lua", "old.lua" }) do
    assert(loadfile(name))
  end
  local run = vim.lsp.config and "new.lua" or vim.lsp.start and "old.lua"
  if not run then
    return
  end
  vim.cmd("filetype on")
  dofile(run)
  vim.cmd("edit profile.yaml")
  assert(vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 20), "no findings")
end

local done, why = xpcall(work, debug.traceback)
local file = io.open("out.txt", "w")
file:write(done and "sound" or tostring(why), "\n")
file:close()
vim.cmd("qa!")
