#!/bin/sh
# Fills the screen with the reminder that waits, until you answer it or close the window. A hook opens it:
#   [[hooks]]
#   on = ["reminder.fired"]
#   run = ["/usr/local/share/trackerd/examples/break.sh"]
# The argument is the terminal, otherwise the first of these that is installed. The terminal runs as a unit of
# its own, since a hook is stopped after its timeout, and the service's sandbox is too small for it.
set -eu
terminal=${1:-}
for known in foot konsole gnome-terminal kitty alacritty xterm; do
    [ -n "$terminal" ] && break
    command -v "$known" >/dev/null && terminal=$known
done
case $terminal in
foot) set -- foot --fullscreen --app-id=trackerd-break ;;
konsole) set -- konsole --fullscreen -e ;;
gnome-terminal) set -- gnome-terminal --full-screen --wait -- ;;
kitty) set -- kitty --start-as=fullscreen --class=trackerd-break ;;
alacritty) set -- alacritty --class trackerd-break -o 'window.startup_mode="Fullscreen"' -e ;;
xterm) set -- xterm -fullscreen -class trackerd-break -e ;;
*)
    echo "break.sh: give one of these terminals: foot, konsole, gnome-terminal, kitty, alacritty, xterm" >&2
    exit 64
    ;;
esac
exec systemd-run --user --collect --quiet -- "$@" trackerctl live --break
