#!/bin/bash
# The image's health check: whether the server is ready, by plain HTTP on its main port.

exec 3<>"/dev/tcp/127.0.0.1/${KC_HTTP_PORT:-8080}" || exit 1
path=${KC_HTTP_RELATIVE_PATH:-}
printf 'GET %s/health/ready HTTP/1.0\r\n\r\n' "${path%/}" >&3
grep -q '"UP"' <&3
