#!/bin/bash
# Keycloak's admin command line: kcadm.sh COMMAND [options]. See kcadm.sh help.

self=$0
while [ -h "$self" ]; do
  target=$(readlink "$self") || exit 1
  case $target in /*) self=$target ;; *) self=${self%/*}/$target ;; esac
done
home=$(CDPATH='' cd -P -- "${self%/*}/.." && pwd) || exit 1
exec node "$home/lib/understudy/dist/main/kcadm.cjs" "$@"
