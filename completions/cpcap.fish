complete --keep-order --exclusive --command cpcap --arguments "(CPCAP_COMPLETE=fish cpcap -- (commandline --current-process --tokenize --cut-at-cursor) (commandline --current-token))"
