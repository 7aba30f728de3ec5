#!/bin/sh
# A menu of what trackerd can do now, for a key: with $TRACKERD_MENU, or with the first of these that is there.
set -eu
if [ -n "${TRACKERD_MENU:-}" ]; then
    menu=$TRACKERD_MENU
elif command -v fuzzel >/dev/null; then
    menu='fuzzel --dmenu'
elif command -v rofi >/dev/null; then
    menu='rofi -dmenu -i'
elif command -v wofi >/dev/null; then
    menu='wofi --dmenu'
elif command -v bemenu >/dev/null; then
    menu='bemenu -l 20'
else
    menu='dmenu -i -l 20'
fi
# The variable may hold options, too.
# shellcheck disable=SC2086
line=$(trackerctl menu | $menu) || exit 0
# shellcheck disable=SC2086
case $line in
*menu\ --all) line=$(trackerctl menu --all | $menu) || exit 0 ;;
esac
exec trackerctl menu --run "$line"
