# Completion of invdyn's command lines for fish. The program itself finds the candidates.
# To switch it on:  invdyn completion fish | source

function __invdyn_complete
    set -l line (commandline -cp | string collect)
    set -l words (string match -v -r '^\w+=' -- (commandline -opc))
    # Only a program that is there is run: the one that the line names, else the one on the path.
    set -l program (command -s -- (string replace '~/' "$HOME/" -- "$words[1]") invdyn)[1]
    test -n "$program"; or return
    set -l answer ($program completion --line fish "$line" 2>/dev/null </dev/null)
    test (count $answer) -ge 5; or return
    string join \n -- $answer[6..-1]
    switch $answer[1]
        case files
            __invdyn_files "$answer[2]" "$answer[3]" "$answer[4]"
        case folders
            for path in (__fish_complete_directories "$answer[3]" '')
                echo -- "$answer[2]$path"
            end
    end
end

# Paths that begin as $path. If files have none of the endings, all files are candidates.
function __invdyn_files -a before path endings
    set -l at_home (string replace -r '^~/' "$HOME/" -- "$path")
    set -l found (complete -C "'' "(string escape -- "$at_home"))
    test "$at_home" = "$path"; or set found '~'(string sub -s (math (string length -- "$HOME") + 1) -- $found)
    set -l wanted
    for each in $found
        set -l name (string split -f1 \t -- "$each")
        if string match -q '*/' -- "$name"
            set -a wanted "$name"
            continue
        end
        for ending in (string split -n ' ' -- "$endings")
            string match -qi "*$ending" -- "$name"; and set -a wanted "$name"
        end
    end
    if test -z "$endings"; or not count $wanted >/dev/null
        set wanted (string replace -r '\t.*' '' -- $found)
    end
    for each in $wanted
        echo -- "$before$each"
    end
end

complete -c invdyn -f -a '(__invdyn_complete)'
