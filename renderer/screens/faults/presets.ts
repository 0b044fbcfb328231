// Faults that testers need most, armed by one click. Each hits the next matching request only.
import type { FaultRequestWire } from '#protocol/contract/faults.ts';

/** A fault that is ready to arm. */
export interface Preset {
  /** What happens, and when: unique, because it names the button. */
  readonly name: string;
  /** What it tries out in an application. */
  readonly tries: string;
  readonly fault: FaultRequestWire;
}

export const PRESETS: readonly Preset[] = [
  {
    name: 'Next token request: 503',
    tries: 'Does the application try again?',
    fault: { match: { endpoint: 'token' }, do: { status: 503, headers: { 'Retry-After': '2' } } },
  },
  {
    name: 'Next token request: slow (5 s)',
    tries: 'Does it show progress?',
    fault: { match: { endpoint: 'token' }, do: { delayMs: 5000 } },
  },
  {
    name: 'Next token request: dropped',
    tries: 'Does it survive a broken network?',
    fault: { match: { endpoint: 'token' }, do: { drop: true } },
  },
  {
    name: 'Next refresh: invalid_grant',
    tries: 'Must the user sign in again?',
    fault: {
      match: { endpoint: 'token', grant: 'refresh_token' },
      do: { oauthError: { error: 'invalid_grant' } },
    },
  },
  {
    name: 'Next sign-in: access_denied',
    tries: 'Does the user see a clear error?',
    fault: { match: { endpoint: 'authorization' }, do: { oauthError: { error: 'access_denied' } } },
  },
  {
    name: 'Next tokens: expired',
    tries: 'Does it refuse or renew them?',
    fault: { match: { endpoint: 'token' }, do: { expired: true } },
  },
  {
    name: 'Next tokens: wrong key',
    tries: 'Does it verify signatures?',
    fault: { match: { endpoint: 'token' }, do: { wrongKey: true } },
  },
  {
    name: 'Next keys: without kid',
    tries: 'Does it find the key without an ID?',
    fault: { match: { endpoint: 'keys' }, do: { kidMissing: true } },
  },
  {
    name: 'Next keys: stale',
    tries: 'Does it load missing keys later?',
    fault: { match: { endpoint: 'keys' }, do: { staleKeys: true } },
  },
];
