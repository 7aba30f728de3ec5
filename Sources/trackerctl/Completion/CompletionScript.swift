import ArgumentParser
import Glibc
import TrackerClient
import TrackerView

/// The script that completes this program's command lines in a shell, by running this program at every Tab.
///
/// The argument parser's own scripts handle neither aliases nor optional subcommands, nor the quoting of
/// names with blanks.
struct CompletionScript {
    private static let option = "--generate-completion-script"

    let text: String

    /// - Throws: `ValidationError` for a shell that has no script.
    init?(_ arguments: [String]) throws {
        guard let first = arguments.first, first.hasPrefix(Self.option) else { return nil }
        let given = first == Self.option ? arguments.dropFirst().first : nil
        let attached = first.hasPrefix(Self.option + "=") ? first.split(separator: "=").last : nil
        let own = SocketPath.environment("SHELL")?.split(separator: "/").last.map(String.init)
        let name = given ?? attached.map(String.init) ?? own ?? ""
        guard let text = Self.texts[name] else {
            throw ValidationError("no script for '\(name)': give bash, zsh or fish")
        }
        self.text = text
    }

    static let texts = ["bash": bash, "zsh": zsh, "fish": fish]

    private static let bash = #"""
        # Completion of trackerctl for bash.
        _trackerctl() {
            local kind='' word
            COMPREPLY=()
            {
                IFS= read -r kind
                while IFS= read -r word; do COMPREPLY+=("$word"); done
            } < <("${1/#\~/$HOME}" ---complete bash "${COMP_LINE:0:COMP_POINT}" \
                "$COMP_WORDBREAKS" 2>/dev/null)
            case $kind in
                files) compopt -o default ;;
                folders) compopt -o dirnames ;;
            esac
        }
        complete -o nosort -F _trackerctl trackerctl

        """#

    private static let zsh = #"""
        #compdef trackerctl
        # Completion of trackerctl for zsh.
        _trackerctl() {
            local line word
            local -a lines entries
            lines=("${(@f)$("${(Q)words[1]}" ---complete zsh "${(@Q)words[2,CURRENT-1]}" \
                "${(Q)PREFIX}" 2>/dev/null)}")
            case "${lines[1]}" in
                files) _files ;;
                folders) _files -/ ;;
                *)
                    for line in "${(@)lines[2,-1]}"; do
                        word="${line%%$'\t'*}"
                        word="${word//\\/\\\\}"
                        word="${word//:/\\:}"
                        if [[ "$line" == *$'\t'* ]]; then word+=":${line#*$'\t'}"; fi
                        entries+=("$word")
                    done
                    (( ${#entries} )) && _describe -V '' entries
                    ;;
            esac
        }
        if [[ "${funcstack[1]}" = _trackerctl ]]; then
            _trackerctl "$@"
        else
            compdef _trackerctl trackerctl
        fi

        """#

    private static let fish = #"""
        # Completion of trackerctl for fish.
        function __trackerctl_complete
            set -l words (commandline -opc)
            set -l lines (command $words[1] ---complete fish $words[2..] "$(commandline -ct)" 2>/dev/null)
            switch "$lines[1]"
                case files
                    __fish_complete_path (commandline -ct)
                case folders
                    __fish_complete_directories (commandline -ct)
                case '*'
                    if test (count $lines) -gt 1
                        printf '%s\n' $lines[2..]
                    end
            end
        end
        complete -c trackerctl -f -k -a '(__trackerctl_complete)'

        """#
}
