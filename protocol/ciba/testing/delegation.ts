// For tests of channels: a delegation, and a network that answers with a given status.
import type { OutgoingCall, OutgoingCalls } from '#protocol/http/outgoing-calls.ts';
import { normalizeRealm } from '#protocol/realm/file/normalize-realm.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import type { Delegation } from '../channels/channel.ts';

/** A delegation for alice, of client `till` of realm `demo`. */
export function delegationOf(): Delegation {
  const { realm: stored } = normalizeRealm(
    { realm: 'demo', clients: [{ clientId: 'till' }] },
    { now: () => 0 },
  );
  const realm = viewRealm(stored);
  const client = realm.clients.get('till');
  if (client === undefined) throw new TypeError('no client till');
  return {
    realm,
    client,
    username: 'alice',
    token: 't',
    body: { login_hint: 'alice', scope: 'openid', is_consent_required: false },
    flow: 'f',
  };
}

/** A network that records requests and answers with `status`; 0 means unreachable. */
export function recordingCalls(status: number): {
  readonly calls: Pick<OutgoingCalls, 'send'>;
  readonly made: OutgoingCall[];
} {
  const made: OutgoingCall[] = [];
  return {
    made,
    calls: {
      async send(call) {
        made.push(call);
        if (status === 0) return { outcome: 'failed', status, detail: 'could not be reached', body: '' };
        const outcome = call.accepted.includes(status) ? 'accepted' : 'refused';
        return { outcome, status, detail: `answered ${status}`, body: '' };
      },
    },
  };
}

/** A network that must not be used. */
export const CALLS: Pick<OutgoingCalls, 'send'> = recordingCalls(0).calls;
