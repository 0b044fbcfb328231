#!/bin/sh
# Starts Understudy: understudy.sh start [--headless] [options]. See --help.
root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd) || exit 1
node "$root/tools/setup.mjs" start "$@" || exit $?
exec node "$root/tools/start.mjs" "$@"
