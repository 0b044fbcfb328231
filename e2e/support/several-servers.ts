// For tests that are about one server, which `npm test -- e2e --servers=3` cannot give them.
import { test } from '@playwright/test';
import { SERVERS } from './server.ts';

/**
 * Skips the test that calls it, or all tests of the group, when several servers take the place of each. `reason`: what
 * belongs to one server.
 */
export function skipWithSeveralServers(reason: string): void {
  test.skip(SERVERS > 1, `--servers: ${reason}`);
}
