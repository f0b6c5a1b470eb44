"""What shells ask of the program when Tab is pressed, and the scripts that make them ask.

The script of a shell only hands over the line as far as it is typed. All else is decided here, so
that a new command or option needs no new script. Each answer is a line: `=`, a value as that shell
wants it written, a tab and what it means; or one of `dir`, `file` and `nospace`.
"""

import os
import re
from typing import ClassVar, NamedTuple

import click
from click.shell_completion import CompletionItem, ShellComplete, add_completion_class

VARIABLE = "_CARDSMITH_COMPLETE"  # as click names it
_LINE, _BREAKS = "CARDSMITH_LINE", "CARDSMITH_BREAKS"  # from bash
_WORDS, _LAST = "CARDSMITH_WORDS", "CARDSMITH_LAST"  # from the others
_LONGEST = 60  # letters of what a value means

_BASH = """\
# Completion of cardsmith for bash 3.2 and newer.
_cardsmith_completion() {
    local line
    COMPREPLY=()
    while IFS= read -r line; do
        case $line in
            =*) COMPREPLY+=("${line#=}") ;;
            nospace) compopt -o nospace 2>/dev/null ;;
            dir) compopt -o dirnames 2>/dev/null || COMPREPLY=($(compgen -d -- "$2")) ;;
            file) compopt -o default 2>/dev/null || COMPREPLY=($(compgen -f -- "$2")) ;;
        esac
    done < <(_CARDSMITH_COMPLETE=bash_complete CARDSMITH_LINE="${COMP_LINE:0:COMP_POINT}" \\
        CARDSMITH_BREAKS="$COMP_WORDBREAKS" "${1/#\\~\\//$HOME/}" 2>/dev/null)
}
complete -o nosort -F _cardsmith_completion cardsmith 2>/dev/null ||
    complete -F _cardsmith_completion cardsmith
"""

_ZSH = """\
#compdef cardsmith
# Completion of cardsmith for zsh.
_cardsmith() {
    local line value about
    local -a plain told open
    while IFS= read -r line; do
        case $line in
            "="*)
                value=${${line#=}%%$'\\t'*}
                about=${line#*$'\\t'}
                if [[ $value == *: || $value == *= ]]; then
                    open+=("$value")
                elif [[ -n $about ]]; then
                    told+=("${value//:/\\\\:}:$about")
                else
                    plain+=("$value")
                fi ;;
            dir) [[ $PREFIX == -*=* ]] && compset -P '*='; _path_files -/ ;;
            file) [[ $PREFIX == -*=* ]] && compset -P '*='; _path_files -f ;;
        esac
    done < <(_CARDSMITH_COMPLETE=zsh_complete \\
        CARDSMITH_WORDS="${(pj:\\n:)${(@Q)words[1,CURRENT-1]}}" CARDSMITH_LAST="${(Q)PREFIX}" \\
        ${(Q)~words[1]} 2>/dev/null)
    (( $#told )) && _describe -V cardsmith told
    (( $#plain )) && compadd -V cardsmith -a plain
    (( $#open )) && compadd -S '' -V cardsmith -a open
}
if [[ ${funcstack[1]} == _cardsmith ]]; then
    _cardsmith "$@"
else
    (( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
    compdef _cardsmith cardsmith
fi
"""

_FISH = """\
# Completion of cardsmith for fish 3.0 and newer.
function __cardsmith_complete
    set -l words (commandline -opc)
    set -l last (commandline -ct)
    for line in (env _CARDSMITH_COMPLETE=fish_complete \\
            CARDSMITH_WORDS=(string join \\n -- $words | string collect) CARDSMITH_LAST="$last" \\
            $words[1] 2>/dev/null)
        switch $line
            case '=*'
                string sub -s 2 -- $line
            case dir
                __fish_complete_directories $last
            case file
                __fish_complete_path $last
        end
    end
end
complete -c cardsmith -f -k -a '(__cardsmith_complete)'
"""


class Typed(NamedTuple):
    """A line as far as it is typed.

    Attributes:
        words: the words before the last one, without quotes.
        last: the last word, which is being typed, without quotes.
        raw: the last word as it stands in the line.
    """

    words: tuple[str, ...]
    last: str
    raw: str


def typed(line: str) -> Typed:
    """Split a line as shells do; a quotation that is still open is one word."""
    words, word, raw, quote, is_in = list[str](), "", "", "", False
    signs = iter(line)
    for sign in signs:
        if sign.isspace() and not quote:
            if is_in:
                words.append(word)
            word, raw, is_in = "", "", False
            continue
        is_in, raw = True, raw + sign
        if sign == quote:
            quote = ""
        elif not quote and sign in "'\"":
            quote = sign
        elif sign == "\\" and quote != "'":
            after = next(signs, "")
            raw += after
            word += after if not quote or after in '"\\$`' else f"\\{after}"
        else:
            word += sign
    return Typed(tuple(words), word, raw)


class _Shell(ShellComplete):
    """What the shells have in common."""

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words behind the program's name, and the one that is being typed."""
        return os.environ.get(_WORDS, "").split("\n")[1:], os.environ.get(_LAST, "")

    def complete(self) -> str:
        """All answers, a line each."""
        words, last = self.get_completion_args()
        # click completes what stands behind `--deck=`; shells complete whole words
        is_joined = last.startswith("-") and "=" in last
        head = f"{last.partition('=')[0]}=" if is_joined else ""
        items = self.get_completions(list(words), last)
        return "\n".join(line for item in items for line in self.lines(item, head))

    def lines(self, item: "CompletionItem[str]", head: str) -> list[str]:
        """The lines for one answer."""
        if item.type in {"dir", "file"}:
            return [item.type]
        about = " ".join(click.unstyle(item.help or "").split())
        return [f"={self.written(head + item.value)}\t{about[:_LONGEST]}"]

    def written(self, value: str) -> str:
        """A value as the shell wants it."""
        return value


@add_completion_class
class Bash(_Shell):
    """Bash splits words at colons and equals signs too, and quotes nothing by itself."""

    name: ClassVar[str] = "bash"
    source_template: ClassVar[str] = _BASH

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words behind the program's name, and the one that is being typed."""
        self._typed = typed(os.environ.get(_LINE, ""))
        return list(self._typed.words[1:]), self._typed.last

    def lines(self, item: "CompletionItem[str]", head: str) -> list[str]:
        """The lines for one answer; bash has no room for what it means."""
        if item.type in {"dir", "file"}:
            return [item.type]
        value = head + item.value
        more = ["nospace"] * value.endswith((":", "="))
        return [f"={self.written(value)}", *more]

    def written(self, value: str) -> str:
        """What stands behind the last sign at which bash splits, with quotes where need be."""
        raw, breaks = self._typed.raw, os.environ.get(_BREAKS, "")
        done = 0
        for sign in "=:":
            if sign in breaks:
                done = max(done, _last_outside_quotes(raw, sign) + 1)
        value = value.removeprefix(typed(raw[:done]).last)
        quote = raw[done : done + 1]
        if quote == "'":
            return value.replace("'", "'\\''")
        if quote == '"':
            return re.sub(r'(["\\$`])', r"\\\1", value)
        return re.sub(r"([^\w@%+=:,./-])", r"\\\1", value)


def _last_outside_quotes(raw: str, sign: str) -> int:
    """Where a sign stands last in a word, but for quotations; -1 if nowhere."""
    blank = re.sub(r"\\.|'[^']*'?|\"(?:\\.|[^\"\\])*\"?", lambda match: " " * len(match[0]), raw)
    return blank.rfind(sign)


@add_completion_class
class Zsh(_Shell):
    """Zsh quotes by itself."""

    name: ClassVar[str] = "zsh"
    source_template: ClassVar[str] = _ZSH


@add_completion_class
class Fish(_Shell):
    """Fish quotes by itself."""

    name: ClassVar[str] = "fish"
    source_template: ClassVar[str] = _FISH

    def get_completion_args(self) -> tuple[list[str], str]:
        """The same; a quotation mark that is still open is handed over too."""
        words, last = super().get_completion_args()
        return words, typed(last).last


SCRIPTS = {each.name: each.source_template for each in (Bash, Zsh, Fish)}
