#!/bin/bash
# Creates an administrator, as before Keycloak 17: add-user-keycloak.sh -u USERNAME -p PASSWORD.

realm=master username='' password=''
while [ $# -gt 0 ]; do
  case $1 in
    -r | --realm) realm=$2 && shift ;;
    -u | --user) username=$2 && shift ;;
    -p | --password) password=$2 && shift ;;
    --roles) shift ;;
  esac
  shift
done
if [ "$realm" != master ]; then
  echo "add-user-keycloak.sh: only administrators in realm master can be created. Add user $username to the file of realm $realm, or use kcadm.sh create users." >&2
  exit 1
fi
if [ -z "$username" ] || [ -z "$password" ]; then
  echo 'add-user-keycloak.sh: write -u USERNAME -p PASSWORD.' >&2
  exit 2
fi
export ADD_USER_PASSWORD=$password
exec "${0%/*}/kc.sh" bootstrap-admin user --username="$username" --password:env=ADD_USER_PASSWORD --no-prompt
