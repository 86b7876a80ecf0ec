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
  ((${#answer[@]} >= 5)) || return 0
  COMPREPLY=("${answer[@]:5}")
  [[ ${answer[0]} == words ]] || _invdyn_paths "${answer[@]:0:5}"
  [[ ${COMPREPLY[0]-} == *[=:] ]] && compopt -o nospace 2>/dev/null  # more is to follow
  return 0
}

# Adds paths that begin as $3. If files have none of the endings, all files are candidates.
_invdyn_paths() {
  local kind=$1 before=$2 begin=$3 endings=$4 kept=$5 path ending
  local home=""
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
  for path in "${wanted[@]}"; do COMPREPLY+=("$before${path#"$kept"}"); done
  compopt -o filenames 2>/dev/null
  ((${#COMPREPLY[@]})) || compopt -o default 2>/dev/null  # bash follows variables: $HOME/arm
}

complete -F _invdyn invdyn
