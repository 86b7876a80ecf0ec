# Completion of invdyn's command lines for bash. The program itself finds the candidates.
# To switch it on:  source <(invdyn completion bash)

_invdyn() {
  COMPREPLY=()
  # Only a program that is there is run: the one that the line names, else the one on the path.
  local program=${COMP_WORDS[0]//[\\\"\']/}
  [[ $program == \~/* ]] && program=$HOME/${program:2}
  program=$(type -P -- "$program") || program=$(type -P invdyn) || return 0

  local -a answer
  mapfile -t answer < <("$program" completion --line bash "${COMP_LINE:0:COMP_POINT}" "${COMP_WORDBREAKS:- }" \
    2>/dev/null </dev/null)
  [[ ${answer[0]-} != default ]] || compopt -o default 2>/dev/null
  ((${#answer[@]} >= 6)) || return 0
  COMPREPLY=("${answer[@]:6}")
  [[ ${answer[0]} == words ]] || _invdyn_paths "${answer[@]:0:6}"
  [[ ${COMPREPLY[0]-} == *[=:/] ]] && compopt -o nospace 2>/dev/null  # more is to follow
  return 0
}

# Adds paths that begin as $3. If files have none of the endings, all files are candidates.
_invdyn_paths() {
  local kind=$1 before=$2 begin=$3 endings=$4 kept=$5 quote=$6 path ending home=""
  [[ $begin == \~/* ]] && home=$HOME
  local -a found=() wanted=()
  mapfile -t -d "" found < <(shopt -s nullglob && list=("${home:-${begin:0:1}}${begin:1}"*) &&
    ((${#list[@]})) && printf '%s\0' "${list[@]}")
  [[ $home ]] && found=("${found[@]/#"$home"/\~}")
  for path in "${found[@]}"; do
    if [[ -d ${path/#\~\//"$HOME/"} ]]; then
      wanted+=("$path")
    elif [[ $kind == files ]]; then
      [[ $endings ]] || wanted+=("$path")
      for ending in $endings; do [[ ${path,,} == *"$ending" ]] && wanted+=("$path"); done
    fi
  done
  ((${#wanted[@]})) || [[ $kind == folders ]] || wanted=("${found[@]}")
  # Bash would take $ or ` of a name for an expansion that the user wants, and leave it without quotes.
  if [[ "${wanted[*]}" == *[\$\`]* ]]; then
    for path in "${wanted[@]}"; do _invdyn_add_quoted "$quote" "$before${path#"$kept"}"; done
    return
  fi
  for path in "${wanted[@]}"; do COMPREPLY+=("$before${path#"$kept"}"); done
  compopt -o filenames 2>/dev/null
  ((${#COMPREPLY[@]})) || compopt -o default 2>/dev/null  # variables of the user: $HOME/arm
}

_invdyn_add_quoted() {
  local quote=$1 text=$2 slash="" start="" mark
  [[ -d ${text/#\~\//"$HOME/"} ]] && slash=/
  if [[ $quote == "'" ]]; then
    text=${text//"'"/"'\\''"}
  elif [[ $quote ]]; then
    for mark in \\ \" \$ \`; do text=${text//"$mark"/"\\$mark"}; done
    text=${text//!/'"\!"'}
  else
    [[ $text == \~/* ]] && start=\~/ text=${text:2}
    printf -v text %q "$text"
  fi
  COMPREPLY+=("$start$text$slash")
}

complete -F _invdyn invdyn
