#!/bin/sh
# Speaks its arguments, with espeak-ng or spd-say (of speech-dispatcher), whichever is there. In config.toml:
#   [[hooks]]
#   on = ["timer.finished", "run.interval_started", "run.completed"]
#   run = ["/usr/local/share/trackerd/examples/speak.sh", "--", "{title}"]
# An event without an alert has no title, and nothing is spoken.
set -eu

[ "${1-}" != -- ] || shift
text=$*
[ -n "$text" ] || exit 0
if command -v espeak-ng >/dev/null; then
    # The text comes on standard input, since it may begin with a hyphen.
    printf '%s\n' "$text" | espeak-ng --stdin
elif command -v spd-say >/dev/null; then
    spd-say --wait -- "$text"
else
    echo 'neither espeak-ng nor spd-say is installed' >&2
    exit 1
fi
