set edit:completion:arg-completer[cpcap] = { |@words|
    var index = (count $words)
    set index = (- $index 1)

    put (env _CLAP_IFS="\n" _CLAP_COMPLETE_INDEX=(to-string $index) CPCAP_COMPLETE="elvish" cpcap -- $@words) | to-lines
}
