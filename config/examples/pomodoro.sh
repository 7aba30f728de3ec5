#!/bin/sh
# Rounds of work with a rest after each:
#   pomodoro.sh [ROUNDS [WORK [REST]]]
# Cancelling the work timer ends the whole thing; the last round has no rest after it.
set -eu

rounds=${1:-4}
work=${2:-25m}
rest=${3:-5m}

round=1
while [ "$round" -le "$rounds" ]; do
    # --quiet prints the id, which stays right whatever the timer is called.
    timer=$(trackerctl timer start --quiet -- "$work" "round $round of $rounds")
    if ! trackerctl wait "$timer" --quiet >/dev/null; then
        echo "stopped in round $round" >&2
        exit 1
    fi
    [ "$round" -eq "$rounds" ] && break
    # From here on, so that a rest which is skipped at once isn't missed.
    seq=$(trackerctl hello --json | sed 's/.*"seq":\([0-9]*\).*/\1/')
    trackerctl rest start --replace --quiet -- "$rest" >/dev/null
    trackerctl watch --since "$seq" --types 'rest.finished,rest.skipped' --limit 1
    round=$((round + 1))
done
