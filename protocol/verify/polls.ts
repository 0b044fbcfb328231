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
  /** Reads the interval that comes with a code. */
  note(answer: Answer): void;
}

const POLLED = ['device_code', 'auth_req_id'];

/** `wait`: waits a number of milliseconds. */
export function createPolls(wait: (milliseconds: number) => Promise<void>): Polls {
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

    async wait({ request }: ActivityRecord, { body = '' }: OutgoingRequest): Promise<void> {
      if (codeIn(request.form) === undefined) return;
      const sent = new URLSearchParams(body);
      const code = POLLED.map((name) => sent.get(name)).find((value) => value !== null) ?? '';
      const now = monotonicMs();
      await wait(Math.max(0, (due.get(code) ?? 0) - now));
      due.set(code, monotonicMs() + (intervals.get(code) ?? POLL_INTERVAL_SECONDS) * 1000);
    },

    note({ json }: Answer): void {
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
