#!/bin/sh
# Syncs the shared folder with rsync, through a folder that all of your machines can reach:
#   sync-rsync.sh HUB [FOLDER]
# HUB is a path, or HOST:PATH over ssh; FOLDER is ~/Sync/trackerd by default. Each machine sends its own subfolder and
# gets those of the others, so an older file never replaces a newer one. Times are compared to the nanosecond, since a
# file may change twice within a second.
set -eu

hub=${1:?"usage: sync-rsync.sh HUB [FOLDER]"}
folder=${2:-$HOME/Sync/trackerd}
# Id of this machine, which is the name of its subfolder.
own=$(trackerctl sync --quiet)
[ -n "$own" ] || { echo "sync is off: trackerctl sync setup $folder" >&2 && exit 1; }

rsync --archive --modify-window=-1 --delete "$folder/$own/" "$hub/$own/"
rsync --archive --modify-window=-1 --exclude "/$own/" "$hub/" "$folder/"
