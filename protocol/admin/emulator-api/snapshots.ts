// Resets realms, and takes, lists, restores and removes snapshots of them.

import type { ActivityRecorder } from '#protocol/activity/activity-recorder.ts';
import { toIsoText } from '#protocol/clock.ts';
import type { SnapshotWire } from '#protocol/contract/snapshots.ts';
import { readTestName, TEST_HEADER } from '#protocol/http/test-name.ts';
import type { SnapshotHead } from '#protocol/store/snapshot-store.ts';
import type { RealmResets } from '#protocol/test-kit/realm-resets.ts';
import { answer, DONE, ok } from '../admin-route.ts';
import type { EmulatorHandlers, EmulatorRequest } from '../emulator-route.ts';

function snapshotWire({ id, takenAt, users, sessions }: SnapshotHead): SnapshotWire {
  return { id, createdAt: toIsoText(takenAt), users, sessions };
}

export interface SnapshotDeps {
  readonly resets: RealmResets;
  readonly activity: Pick<ActivityRecorder, 'nameTest'>;
}

/** After a reset, the realm belongs to the test that asked for it. */
function nameTest(
  { activity }: SnapshotDeps,
  { realm, exchange }: Pick<EmulatorRequest<'POST /realms/{realm}/reset'>, 'realm' | 'exchange'>,
): void {
  activity.nameTest(realm.realm, readTestName(exchange.headers[TEST_HEADER]));
}

/** Without titles in Activity: what a reset clears would begin with the reset itself. */
export function createSnapshotHandlers(deps: SnapshotDeps): EmulatorHandlers<'snapshots'> {
  const { resets } = deps;
  return {
    async 'POST /realms/{realm}/reset'(request) {
      await resets.reset(request.realm);
      nameTest(deps, request);
      return DONE;
    },
    async 'GET /realms/{realm}/snapshots'({ realm }) {
      return ok((await resets.list(realm.id)).map(snapshotWire));
    },
    async 'POST /realms/{realm}/snapshots'({ realm }) {
      return answer(201, snapshotWire(await resets.take(realm)));
    },
    async 'POST /realms/{realm}/snapshots/{id}/restore'(request) {
      await resets.restore(request.realm, request.path.id);
      nameTest(deps, request);
      return DONE;
    },
    async 'DELETE /realms/{realm}/snapshots/{id}'({ realm, path }) {
      await resets.remove(realm.id, path.id);
      return DONE;
    },
  };
}
