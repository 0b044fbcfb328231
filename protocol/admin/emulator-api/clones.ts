// Clones of realms: makes and removes them.

import type { ActivityRecorder } from '#protocol/activity/activity-recorder.ts';
import { toIsoText } from '#protocol/clock.ts';
import type { CloneRequestWire, CloneWire } from '#protocol/contract/clones.ts';
import { DEVICE_KEY_ATTRIBUTE } from '#protocol/contract/server-attributes.ts';
import { flag, integer, text } from '#protocol/contract/settings/value-type.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { readTestName, TEST_HEADER } from '#protocol/http/test-name.ts';
import type { Clones } from '#protocol/test-kit/clones.ts';
import { answer, DONE } from '../admin-route.ts';
import type { EmulatorHandlers, EmulatorRequest } from '../emulator-route.ts';
import { readExactObject } from '../members.ts';

const CHOICES = {
  name: { type: text },
  ttlSeconds: { type: integer },
  persist: { type: flag },
};

export interface CloneDeps {
  readonly clones: Clones;
  readonly activity: Pick<ActivityRecorder, 'nameTest'>;
}

async function create(
  request: EmulatorRequest<'POST /realms/{realm}/clones'>,
  { clones, activity }: CloneDeps,
): Promise<Reply> {
  const { exchange } = request;
  const choices = readExactObject<CloneRequestWire>(exchange.json ?? {}, CHOICES);
  const { realm, note, expiresAt } = await clones.create(request.realm.realm, choices);
  activity.nameTest(realm.realm, readTestName(exchange.headers[TEST_HEADER]));
  const issuer = `${exchange.baseUrl}/realms/${encodeURIComponent(realm.realm)}`;
  const made: CloneWire = {
    realm: realm.realm,
    id: realm.id,
    template: note.template,
    issuer,
    discovery: `${issuer}/.well-known/openid-configuration`,
    deviceKey: realm.attributes?.[DEVICE_KEY_ATTRIBUTE] ?? '',
    ...(expiresAt === undefined ? {} : { expiresAt: toIsoText(expiresAt) }),
  };
  const location = `${exchange.baseUrl}/admin/realms/${encodeURIComponent(realm.realm)}`;
  return answer(201, made, { location });
}

/** Without titles in Activity: a test suite makes clones by the thousand, which would push everything else out. */
export function createCloneHandlers(deps: CloneDeps): EmulatorHandlers<'clones'> {
  return {
    'POST /realms/{realm}/clones': (request) => create(request, deps),
    async 'DELETE /realms/{realm}'({ realm }) {
      await deps.clones.remove(realm.realm);
      return DONE;
    },
  };
}
