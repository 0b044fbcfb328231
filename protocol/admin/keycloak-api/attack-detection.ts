// Brute-force detection for administrators: shows which users are locked and why, and unlocks them.

import { NO_STORE } from '#protocol/http/replies.ts';
import type { BruteForceDetection, BruteForceStatus } from '#protocol/realm/users/brute-force.ts';
import { changeRow, DONE, parameter, type RealmRequest, type RealmRow, viewRow } from '../admin-route.ts';

const PATH = '/attack-detection/brute-force/users';

/** Compat: 2^63 - 1 means a permanent lock; no double represents it, so the JSON is assembled by hand. */
const FOREVER = '9223372036854775807';

function writeStatus(status: BruteForceStatus, now: number): string {
  const isForGood = status.lockedUntil === Number.POSITIVE_INFINITY;
  const members = {
    numFailures: status.failures,
    disabled: status.lockedUntil > now,
    lastIPFailure: status.lastFailureAddress,
    lastFailure: status.lastFailureAt,
    numTemporaryLockouts: status.temporaryLockouts,
  };
  const notBefore = isForGood ? FOREVER : String(Math.ceil(status.lockedUntil / 1000));
  return `${JSON.stringify(members).slice(0, -1)},"failedLoginNotBefore":${notBefore}}`;
}

async function read(request: RealmRequest, bruteForce: BruteForceDetection) {
  const { realm, store, clocks } = request;
  const user = await store.users.find(realm.id, parameter(request, 'user'));
  const now = clocks(realm.name).now();
  const status = await bruteForce.status(realm.id, user, now);
  const body = writeStatus(status, now);
  return { status: 200, headers: { ...NO_STORE, 'content-type': 'application/json' }, body };
}

async function clearUser(request: RealmRequest, bruteForce: BruteForceDetection) {
  await bruteForce.clear(request.realm.id, parameter(request, 'user'));
  return DONE;
}

async function clearAll(request: RealmRequest, bruteForce: BruteForceDetection) {
  await bruteForce.clear(request.realm.id);
  return DONE;
}

/** An unknown user has no failures. */
export function createAttackDetectionRows(bruteForce: BruteForceDetection): readonly RealmRow[] {
  return [
    viewRow(`${PATH}/:user`, ['view-users', 'manage-users'], (request) => read(request, bruteForce)),
    changeRow('DELETE', `${PATH}/:user`, ['manage-users'], 'Unlock user', (request) =>
      clearUser(request, bruteForce),
    ),
    changeRow('DELETE', PATH, ['manage-users'], 'Unlock all users', (request) =>
      clearAll(request, bruteForce),
    ),
  ];
}
