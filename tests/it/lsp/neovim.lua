-- Drives Neovim's own client: findings come, a fix is made, values are completed, a definition is found,
-- and a machine type gets another name in two files.
local out = {}
local function say(...)
  table.insert(out, string.format(...))
end
local function wait(what, ask)
  if not vim.wait(60000, ask, 20) then
    error("nothing came of: " .. what)
  end
end
local function code(of)
  return of.user_data and of.user_data.lsp and of.user_data.lsp.code or of.code
end
local function find(rule)
  for _, of in ipairs(vim.diagnostic.get(0)) do
    if code(of) == rule then
      return of
    end
  end
end
local function at(mark, offset)
  for number, line in ipairs(vim.fn.getline(1, "$")) do
    local start = line:find(mark, 1, true)
    if start then
      vim.api.nvim_win_set_cursor(0, { number, start - 1 + offset })
      return
    end
  end
  error("no " .. mark)
end

local function work()
  local id = vim.lsp.start_client({
    name = "cpcap",
    cmd = { os.getenv("CPCAP"), "lsp", "--now", "2026-11-27" },
    root_dir = vim.fn.getcwd(),
  })
  vim.lsp.buf_attach_client(0, id)
  local encoding = vim.lsp.get_client_by_id(id).offset_encoding
  local function ask(method, params)
    return vim.lsp.buf_request_sync(0, method, params, 60000)[id].result
  end
  wait("findings", function() return find("schema/unknown-field") end)
  local finding = find("schema/unknown-field")
  say("%d:%d %s", finding.lnum + 1, finding.col + 1, code(finding))

  vim.api.nvim_win_set_cursor(0, { finding.lnum + 1, finding.col })
  local params = vim.lsp.util.make_range_params()
  params.context = { diagnostics = vim.lsp.diagnostic.get_line_diagnostics() }
  local action = ask("textDocument/codeAction", params)[1]
  vim.lsp.util.apply_workspace_edit(action.edit, encoding)
  say("%s: %s", action.title, vim.trim(vim.fn.getline(finding.lnum + 1)))
  wait("no finding", function() return not find("schema/unknown-field") end)

  at("disk: [slow", 7)
  local values = {}
  for _, item in ipairs(ask("textDocument/completion", vim.lsp.util.make_position_params())) do
    table.insert(values, item.label)
  end
  say("values: %s", table.concat(values, ", "))

  at("disk: [slow", 7)
  local place = ask("textDocument/definition", vim.lsp.util.make_position_params())[1]
  say("definition: %s", vim.fn.getline(place.range.start.line + 1))

  at("name: small", 7)
  params = vim.lsp.util.make_position_params()
  params.newName = "tiny"
  vim.lsp.util.apply_workspace_edit(ask("textDocument/rename", params), encoding)
  for _, name in ipairs({ "profile.yaml", "web.yaml" }) do
    for _, line in ipairs(vim.fn.getbufline(vim.fn.bufnr(name), 1, "$")) do
      if line:find("tiny", 1, true) then
        say("%s: %s", name, vim.trim(line))
      end
    end
  end
  vim.lsp.stop_client(id)
end

local done, why = xpcall(work, debug.traceback)
if not done then
  say("%s", why)
end
local file = io.open("out.txt", "w")
file:write(table.concat(out, "\n"), "\n")
file:close()
vim.cmd("qa!")
