# embed.awk - writes files of weights as rows of the table in core/engine/weights.c.
FNR == 1 {
    if (open) print "},"
    name = FILENAME
    sub(/.*\//, "", name)
    sub(/\.txt$/, "", name)
    printf "{\"%s\",\n", name
    open = 1
}
!/^#/ && NF {
    gsub(/["\\]/, "\\\\&")
    printf "\"%s\\n\"\n", $0
}
END { if (open) print "}," }
