// The notification about prompts that arrive while another screen is open.
import type { PromptWire } from '#protocol/contract/device.ts';
import { text } from '../texts/text.ts';

/** A notification; its button opens the Device screen of `realm`. */
export interface ArrivalMessage {
  readonly title: string;
  readonly text: string;
  readonly realm: string;
}

function describeHere({ clientId: client, name, bindingMessage: message }: PromptWire): string {
  return message === undefined
    ? text('app:arrivals.plain', { client, name })
    : text('app:arrivals.bound', { client, name, message });
}

function describeElsewhere({ clientId: client, name, realm, bindingMessage: message }: PromptWire): string {
  return message === undefined
    ? text('app:arrivals.plainElsewhere', { client, name, realm })
    : text('app:arrivals.boundElsewhere', { client, name, realm, message });
}

/** The notification; undefined without pending prompts. `openRealm` is the selected realm. */
export function describeArrivals(
  waiting: readonly PromptWire[],
  openRealm: string,
): ArrivalMessage | undefined {
  const last = waiting.at(-1);
  if (last === undefined) return undefined;
  const what = last.realm === openRealm ? describeHere(last) : describeElsewhere(last);
  return {
    title: text('app:arrivals.title', { count: waiting.length }),
    text: waiting.length === 1 ? what : text('app:arrivals.latest', { text: what }),
    realm: last.realm,
  };
}
