// Resets realms, and takes, lists, restores and removes snapshots of them.
import type { SnapshotWire } from '#protocol/contract/snapshots.ts';
import type { RealmResets, Snapshot } from '#protocol/test-kit/realm-resets.ts';
import { answer, DONE, ok } from '../admin-route.ts';
import type { EmulatorHandlers } from '../emulator-route.ts';

function snapshotWire({ id, createdAt, image }: Snapshot): SnapshotWire {
  return { id, createdAt, users: image.users.list().length, sessions: image.sessions.length };
}

/** Without titles in Activity: what a reset clears would begin with the reset itself. */
export function createSnapshotHandlers(resets: RealmResets): EmulatorHandlers<'snapshots'> {
  return {
    async 'POST /realms/{realm}/reset'({ realm }) {
      await resets.reset(realm);
      return DONE;
    },
    'GET /realms/{realm}/snapshots': ({ realm }) => ok(resets.list(realm.id).map(snapshotWire)),
    async 'POST /realms/{realm}/snapshots'({ realm }) {
      return answer(201, snapshotWire(await resets.take(realm)));
    },
    async 'POST /realms/{realm}/snapshots/{id}/restore'({ realm, path }) {
      await resets.restore(realm, path.id);
      return DONE;
    },
    'DELETE /realms/{realm}/snapshots/{id}'({ realm, path }) {
      resets.remove(realm.id, path.id);
      return DONE;
    },
  };
}
