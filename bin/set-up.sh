# What the launchers share: sets up and builds the installation in $root if something changed. Read by `.`, not run.

ready=$root/dist/.ready

say() {
  printf '[understudy] %s\n' "$*" >&2
}

# Sources that changed after the last setup. By change time, so that a restored copy with its old date counts;
# not every find supports that.
find_changes() {
  set -- "$root/bin" "$root/protocol" "$root/main" "$root/renderer" "$root/fixtures" "$root/tools" \
    "$root/package.json" "$root/package-lock.json" "$root/tsconfig.base.json"
  find "$@" -cnewer "$ready" 2>/dev/null || find "$@" -newer "$ready" 2>/dev/null
}

# True if the last setup is up to date. An installation without sources has nothing to set up.
is_set_up() {
  [ -f "$root/tools/setup.mjs" ] || return 0
  [ -f "$ready" ] && [ -f "$1" ] || return 1
  [ -f "$root/node_modules/.understudy-stamp" ] || return 1
  read -r made_with <"$ready" || return 1
  [ "$made_with" = "$(node --version) $(uname -sm)" ] || return 1
  changes=$(find_changes) && [ -z "$changes" ]
}

# Makes sure that the program $1 is built from the current sources; ends the launcher when that fails.
# Standard input and output are for the program.
set_up() {
  command -v node >/dev/null || {
    say 'Node was not found. Install Node 20.19 or newer: https://nodejs.org'
    exit 127
  }
  is_set_up "$1" || node "$root/tools/setup.mjs" start </dev/null >&2 || exit
}
