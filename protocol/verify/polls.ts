// Keeps the polls of a device as far apart as the other server asks. RFC 8628 §3.5, CIBA Core §7.3.
import { monotonicMs } from '#protocol/clock.ts';
import type { ActivityRecord, ActivityValue } from '#protocol/contract/activity.ts';
import type { Answer } from './answer.ts';
import type { OutgoingRequest } from './other-server.ts';

/** RFC 8628 §3.2: the interval of a server that names none. */
const POLL_INTERVAL_SECONDS = 5;

export interface Polls {
  /** Why a poll is left out; undefined: it is sent. */
  whyNot(record: ActivityRecord): string | undefined;
  /** Returns when the poll may be sent. */
  wait(record: ActivityRecord, request: OutgoingRequest): Promise<void>;
  /** Counts the interval of a poll from its answer, and reads the one that comes with a code. */
  note(request: OutgoingRequest, answer: Answer): void;
}

const POLLED = ['device_code', 'auth_req_id'];

/** The code of a poll that is sent. */
function codeOf({ body = '' }: OutgoingRequest): string | undefined {
  const sent = new URLSearchParams(body);
  return POLLED.map((name) => sent.get(name)).find((value) => value !== null) ?? undefined;
}

/** `wait`: waits a number of milliseconds; `now`: monotonic milliseconds. */
export function createPolls(
  wait: (milliseconds: number) => Promise<void>,
  now: () => number = monotonicMs,
): Polls {
  /** When each code may be used, in monotonic milliseconds. */
  const due = new Map<string, number>();
  const intervals = new Map<string, number>();
  const pending = new Set<string>();
  const codeIn = (form: readonly ActivityValue[]): string | undefined =>
    form.find(({ name }) => POLLED.includes(name))?.value;

  return {
    whyNot({ request, outcome, refusal }: ActivityRecord): string | undefined {
      const code = codeIn(request.form);
      if (code === undefined) return undefined;
      if (refusal?.code === 'slow_down') return 'a poll that came too early, which none does here';
      if (outcome !== 'asked') return undefined;
      if (pending.has(code)) return 'a poll with the same answer as the one before';
      pending.add(code);
      return undefined;
    },

    async wait({ request }: ActivityRecord, sent: OutgoingRequest): Promise<void> {
      if (codeIn(request.form) === undefined) return;
      await wait(Math.max(0, (due.get(codeOf(sent) ?? '') ?? 0) - now()));
    },

    note(request: OutgoingRequest, { json }: Answer): void {
      const polled = codeOf(request);
      // The other server counts from when it has the request: before the answer, but perhaps long after the request was sent.
      if (polled !== undefined)
        due.set(polled, now() + (intervals.get(polled) ?? POLL_INTERVAL_SECONDS) * 1000);
      if (typeof json !== 'object' || json === null) return;
      const members = new Map<string, unknown>(Object.entries(json));
      const interval = members.get('interval');
      for (const name of POLLED) {
        const code = members.get(name);
        if (typeof code === 'string' && typeof interval === 'number') intervals.set(code, interval);
      }
    },
  };
}
