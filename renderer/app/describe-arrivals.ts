// What a person is told of prompts that arrive while another screen is open.
import type { PromptWire } from '#protocol/contract/device.ts';

/** The message about prompts that wait; `realm` is the one that is shown when the person follows it. */
export interface ArrivalMessage {
  readonly title: string;
  readonly text: string;
  readonly realm: string;
}

/** The message; undefined when nothing waits. `openRealm` is the realm that the window shows. */
export function describeArrivals(
  waiting: readonly PromptWire[],
  openRealm: string,
): ArrivalMessage | undefined {
  const last = waiting.at(-1);
  if (last === undefined) return undefined;
  const where = last.realm === openRealm ? '' : `, in realm ${last.realm}`;
  const what = `${last.clientId} asks ${last.name} to sign in${last.bindingMessage === undefined ? '' : ` (${last.bindingMessage})`}${where}.`;
  return {
    title:
      waiting.length === 1
        ? '1 pending prompt on the device'
        : `${waiting.length} pending prompts on the device`,
    text: waiting.length === 1 ? what : `The newest: ${what}`,
    realm: last.realm,
  };
}
