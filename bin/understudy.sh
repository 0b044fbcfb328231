#!/bin/sh
# Starts Understudy: understudy.sh start [--headless] [options]. See --help.
# This process becomes the server or the window, so signals and kills reach the program itself.

case $0 in */*) self=$0 ;; *) self=./$0 ;; esac
while [ -h "$self" ]; do
  target=$(readlink "$self") || exit 1
  case $target in /*) self=$target ;; *) self=${self%/*}/$target ;; esac
done
root=$(CDPATH='' cd -P -- "${self%/*}/.." && pwd) || exit 1
ready=$root/dist/.ready

say() {
  printf '[understudy] %s\n' "$*" >&2
}

# Sources that changed after the last setup. By change time, so that a restored copy with its old date counts;
# not every find supports that.
find_changes() {
  set -- "$root/protocol" "$root/main" "$root/renderer" "$root/fixtures" "$root/tools" \
    "$root/package.json" "$root/package-lock.json" "$root/tsconfig.base.json"
  find "$@" -cnewer "$ready" 2>/dev/null || find "$@" -newer "$ready" 2>/dev/null
}

# True if the last setup is up to date. An installation without sources has nothing to set up.
is_set_up() {
  [ -f "$root/tools/setup.mjs" ] || return 0
  [ -f "$ready" ] && [ -f "$root/dist/main/headless.cjs" ] || return 1
  [ -f "$root/node_modules/.understudy-stamp" ] || return 1
  read -r made_with <"$ready" || return 1
  [ "$made_with" = "$(node --version) $(uname -sm)" ] || return 1
  changes=$(find_changes) && [ -z "$changes" ]
}

wants_window() {
  [ -f "$root/tools/window.mjs" ] || return 1
  for argument; do
    case $argument in
      --headless | --help | --help-all | -h | --version | -V) return 1 ;;
      start-dev | import | export | bootstrap-admin | show-config | build | help | version) return 1 ;;
    esac
  done
  [ -z "$DISPLAY$WAYLAND_DISPLAY" ] && [ "$(uname -s)" = Linux ] || return 0
  say 'No display (DISPLAY and WAYLAND_DISPLAY are not set): starting headless, without the window.'
  return 1
}

command -v node >/dev/null || {
  say 'Node was not found. Install Node 20.19 or newer: https://nodejs.org'
  exit 127
}
is_set_up || node "$root/tools/setup.mjs" start || exit

if wants_window "$@"; then
  window=$(node "$root/tools/window.mjs") || exit
  eval "exec $window \"\$root\" \"\$@\""
fi

# One signing thread per core.
: "${UV_THREADPOOL_SIZE:=$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 4)}"
export UV_THREADPOOL_SIZE
# 4 MB semi-spaces instead of 16: 20 MB less memory under load at the same CPU time.
exec node --max-semi-space-size=4 "$root/dist/main/headless.cjs" "$@"
