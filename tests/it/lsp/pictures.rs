//! The pictures of an editor in the documentation. With `CPCAP_UPDATE=1` they are drawn anew; else
//! their texts must be those of today. Colours and fonts may differ, and so may what another version
//! of Neovim draws around them.

use std::process::Command;

use super::screen::Neovim;
use super::{PROFILE, SHOOT};
use crate::common::{Dir, root, skip};

const START: &str = r#"
vim.opt.termguicolors = true
vim.opt.background = "light"
vim.opt.number = true
vim.opt.laststatus = 2
vim.opt.showmode = false
vim.opt.ruler = false
vim.opt.signcolumn = "no"
vim.opt.completeopt = "menu,menuone,noinsert"
vim.opt.statusline = " %f"
vim.opt.shortmess:append("c")
vim.cmd("syntax on")
for group, colours in pairs({
  Normal = "guifg=#24292f guibg=#ffffff",
  NormalFloat = "guifg=#24292f guibg=#eaeef2",
  Pmenu = "guifg=#24292f guibg=#eaeef2",
  PmenuSel = "guifg=#ffffff guibg=#0969da",
  StatusLine = "gui=NONE guifg=#57606a guibg=#d0d7de",
  LineNr = "guifg=#8c959f",
  Identifier = "guifg=#0550ae",
  Constant = "guifg=#0a3069",
  Special = "guifg=#57606a",
  Type = "guifg=#57606a",
  Statement = "guifg=#57606a",
  PreProc = "guifg=#57606a",
  DiagnosticError = "guifg=#cf222e",
  NonText = "guifg=#d0d7de",
}) do
  vim.cmd("highlight " .. group .. " " .. colours)
end
vim.cmd("silent edit " .. FILE)
local function rule(of)
  return of.code or of.user_data.lsp.code
end
vim.diagnostic.config({ virtual_text = { spacing = 2, prefix = "●", format = rule } })
local id = vim.lsp.start_client({
  name = "cpcap",
  cmd = { os.getenv("CPCAP"), "lsp", "--now", "2026-11-27" },
  root_dir = vim.fn.getcwd(),
})
vim.lsp.buf_attach_client(0, id)
vim.bo.omnifunc = "v:lua.vim.lsp.omnifunc"
"#;

/// A picture: its name and title, the file, what is done, what is waited for then, and what it shows.
type Picture = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
);

const PICTURES: &[Picture] = &[
    (
        "neovim-hover",
        "A finding beside its line, and what fits a machine type in a window at the cursor",
        "profile.yaml",
        "<Cmd>call search('name: large', 'e')<CR>zt<Cmd>lua vim.lsp.buf.hover()<CR>",
        "#vim.api.nvim_list_wins() > 1",
        &["clasification", "linux"],
    ),
    (
        "neovim-completion",
        "The machine types that a worker pool can have, with what they are",
        "web.yaml",
        "<Cmd>call search('workers:')<CR>zt<Cmd>call search('small')<CR>C<C-x><C-o>",
        "vim.fn.pumvisible() == 1",
        &["small", "large"],
    ),
];

/// The rows of a picture.
fn rows(svg: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(svg).unwrap();
    let rows = document
        .descendants()
        .filter(|node| node.has_tag_name("text"));
    let text = |row: roxmltree::Node<'_, '_>| -> String {
        row.descendants()
            .filter(roxmltree::Node::is_text)
            .filter_map(|node| node.text())
            .collect()
    };
    rows.map(|row| text(row).trim_end().to_owned()).collect()
}

#[test]
fn pictures_show_the_editor_of_today() {
    let Ok(version) = Command::new("nvim").arg("--version").output() else {
        return skip("Neovim is not installed");
    };
    let version = String::from_utf8(version.stdout).unwrap();
    let version = version.lines().next().unwrap();
    for (name, title, file, keys, until, shows) in PICTURES {
        let dir = Dir::with(&[("profile.yaml", PROFILE), ("web.yaml", SHOOT)]);
        let mut neovim = Neovim::start(dir.path(), 90, 18);
        neovim.lua(&START.replace("FILE", &format!("{file:?}")));
        if *file == "profile.yaml" {
            neovim.wait("#vim.diagnostic.get(0) > 0");
        } else {
            neovim.wait("next(vim.lsp.buf_get_clients(0)) ~= nil");
        }
        neovim.keys(keys);
        neovim.wait(until);
        let drawn = neovim.screen.svg(title, version);
        let text = neovim.screen.text();
        assert!(
            shows.iter().all(|word| text.contains(word)),
            "{name}:\n{text}"
        );
        let path = root().join(format!("docs/images/{name}.svg"));
        let known = std::fs::read_to_string(&path).unwrap_or_default();
        if std::env::var_os("CPCAP_UPDATE").is_some() {
            if known.is_empty() || rows(&known) != rows(&drawn) {
                std::fs::write(&path, &drawn).unwrap();
            }
        } else if known.contains(version) {
            assert_eq!(
                rows(&known),
                rows(&drawn),
                "{name}: run the test with CPCAP_UPDATE=1"
            );
        }
        assert!(drawn.len() < 40_000, "{name}: {} bytes", drawn.len());
    }
}
