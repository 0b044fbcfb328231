// Finds HAProxy, which the tests run as the load balancer of several servers.
import { existsSync } from 'node:fs';
import { findProgram } from './setup/run-command.mjs';

/** HAProxy's program, which Debian keeps off the path of ordinary users; undefined if it is not installed. */
export function findHaproxy() {
  return findProgram('haproxy') ?? ['/usr/sbin/haproxy'].find((path) => existsSync(path));
}
