#!/bin/sh
# Keycloak's admin command line: kcadm.sh COMMAND [options]. See kcadm.sh help.

case $0 in */*) self=$0 ;; *) self=./$0 ;; esac
while [ -h "$self" ]; do
  target=$(readlink "$self") || exit 1
  case $target in /*) self=$target ;; *) self=${self%/*}/$target ;; esac
done
root=$(CDPATH='' cd -P -- "${self%/*}/.." && pwd) || exit 1

. "$root/bin/set-up.sh"
set_up "$root/dist/main/kcadm.cjs"
exec node "$root/dist/main/kcadm.cjs" "$@"
