#!/bin/bash
# Keycloak's admin command line: kcadm.sh COMMAND [options]. See kcadm.sh help.

self=$(readlink -f -- "$0") || exit 1
home=${self%/*/*}
exec node "$home/lib/understudy/dist/main/kcadm.cjs" "$@"
