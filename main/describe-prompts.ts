// Texts about prompts of the authentication device for notification and tray, and the way to the prompts.
import type { PromptWire } from '#protocol/contract/device.ts';

/** More prompts than this at once are one notification. */
const MOST_APART = 3;

/** One notification. */
export interface PromptNotice {
  /** The prompts that it is about. */
  readonly ids: readonly string[];
  readonly title: string;
  readonly body: string;
  /** Where a click leads, as the window's URL hash. */
  readonly hash: string;
}

/** The window's hash for the device; without a realm: of the realm that the window shows. */
export function deviceHash(realm?: string): string {
  return realm === undefined ? '#/device' : `#/device?${new URLSearchParams({ realm })}`;
}

function describeOne(prompt: PromptWire): PromptNotice {
  return {
    ids: [prompt.id],
    title: `${prompt.clientName} asks ${prompt.name} to sign in`,
    body: prompt.bindingMessage ?? `Approve or deny it on Device, realm ${prompt.realm}.`,
    hash: deviceHash(prompt.realm),
  };
}

/** The notifications for prompts that arrived together: one each, or one for all when they are many. */
export function describePrompts(prompts: readonly PromptWire[]): readonly PromptNotice[] {
  const last = prompts.at(-1);
  if (last === undefined || prompts.length <= MOST_APART) return prompts.map(describeOne);
  return [
    {
      ids: prompts.map(({ id }) => id),
      title: `${prompts.length} pending prompts on the device`,
      body: describeOne(last).title,
      hash: deviceHash(last.realm),
    },
  ];
}

/** `Understudy: 2 pending prompts`. */
export function describeTray(pendingCount: number): string {
  if (pendingCount === 0) return 'Understudy';
  return `Understudy: ${pendingCount === 1 ? '1 pending prompt' : `${pendingCount} pending prompts`}`;
}

/** `Device (2 pending)`. */
export function describeDeviceEntry(pendingCount: number): string {
  return pendingCount === 0 ? 'Device' : `Device (${pendingCount} pending)`;
}
