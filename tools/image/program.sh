#!/bin/bash
# One of the programs that scripts expect in Keycloak's image, by the name of this file: curl, java or keytool.

exec node "${0%/*}/../../opt/keycloak/lib/understudy/dist/main/image-programs.cjs" "${0##*/}" "$@"
