// The notification about prompts that arrive while another screen is open.
import type { PromptWire } from '#protocol/contract/device.ts';

/** A notification; its button opens the Device screen of `realm`. */
export interface ArrivalMessage {
  readonly title: string;
  readonly text: string;
  readonly realm: string;
}

/** The notification; undefined without pending prompts. `openRealm` is the selected realm. */
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
    text: waiting.length === 1 ? what : `Latest: ${what}`,
    realm: last.realm,
  };
}
