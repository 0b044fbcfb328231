// Faults that testers need most, armed by one click. Each hits the next matching request only.
import type { FaultRequestWire } from '#protocol/contract/faults.ts';
import type { PlainKey } from '../../texts/text.ts';

/** A fault that is ready to arm. */
export interface Preset {
  /** What happens, and when: unique, because it names the button. */
  readonly name: PlainKey;
  /** What it tries out in an application. */
  readonly tries: PlainKey;
  readonly fault: FaultRequestWire;
}

export const PRESETS: readonly Preset[] = [
  {
    name: 'faults:preset.unavailable',
    tries: 'faults:preset.unavailableTries',
    fault: { match: { endpoint: 'token' }, do: { status: 503, headers: { 'Retry-After': '2' } } },
  },
  {
    name: 'faults:preset.slow',
    tries: 'faults:preset.slowTries',
    fault: { match: { endpoint: 'token' }, do: { delayMs: 5000 } },
  },
  {
    name: 'faults:preset.dropped',
    tries: 'faults:preset.droppedTries',
    fault: { match: { endpoint: 'token' }, do: { drop: true } },
  },
  {
    name: 'faults:preset.refresh',
    tries: 'faults:preset.refreshTries',
    fault: {
      match: { endpoint: 'token', grant: 'refresh_token' },
      do: { oauthError: { error: 'invalid_grant' } },
    },
  },
  {
    name: 'faults:preset.denied',
    tries: 'faults:preset.deniedTries',
    fault: { match: { endpoint: 'authorization' }, do: { oauthError: { error: 'access_denied' } } },
  },
  {
    name: 'faults:preset.expired',
    tries: 'faults:preset.expiredTries',
    fault: { match: { endpoint: 'token' }, do: { expired: true } },
  },
  {
    name: 'faults:preset.wrongKey',
    tries: 'faults:preset.wrongKeyTries',
    fault: { match: { endpoint: 'token' }, do: { wrongKey: true } },
  },
  {
    name: 'faults:preset.kid',
    tries: 'faults:preset.kidTries',
    fault: { match: { endpoint: 'keys' }, do: { kidMissing: true } },
  },
  {
    name: 'faults:preset.stale',
    tries: 'faults:preset.staleTries',
    fault: { match: { endpoint: 'keys' }, do: { staleKeys: true } },
  },
];
