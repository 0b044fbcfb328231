#!/bin/bash
# The image's health check: whether the server is ready, by plain HTTP at the address that it has written down.

home=$(CDPATH='' cd -P -- "${0%/*}/.." && pwd) || exit 1
read -r url <"${UNDERSTUDY_DATA_DIR:-$home/data}/address" || exit 1
url=${url#http://}
authority=${url%%/*}
host=${authority%:*}
host=${host#[}
exec 3<>"/dev/tcp/${host%]}/${authority##*:}" || exit 1
printf 'GET %s/health/ready HTTP/1.0\r\n\r\n' "${url#"$authority"}" >&3
grep -q '"UP"' <&3
