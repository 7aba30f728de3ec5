#!/bin/sh
# Syncs the shared folder with git:
#   sync-git.sh [FOLDER]
# FOLDER, ~/Sync/trackerd by default, is a clone of a repository of your own. trackerd-sync.service runs this; so can
# after_write in the configuration. Each machine writes only to its own subfolder, so there are no conflicts.
set -eu

cd "${1:-$HOME/Sync/trackerd}"

exchange() {
    git add --all || return
    git diff --cached --quiet || git commit --quiet --message "$(uname -n)" || return
    # A new repository has nothing to pull.
    if git ls-remote --exit-code --heads origin >/dev/null; then
        git pull --quiet --rebase origin HEAD || return
    fi
    git push --quiet origin HEAD
}

# trackerd may write meanwhile, or another machine may push: then try again.
exchange || { sleep 2 && exchange; } || { sleep 5 && exchange; }
