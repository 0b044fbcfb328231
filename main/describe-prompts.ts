// Texts of notifications and tray for prompts on the authentication device, and links to the prompts.
import type { PromptWire } from '#protocol/contract/device.ts';

/** If more prompts than this arrive together, they share one notification. */
const MOST_APART = 3;

/** The text and target of a notification. */
export interface PromptNotice {
  /** Ids of the prompts. */
  readonly ids: readonly string[];
  readonly title: string;
  readonly body: string;
  /** URL hash that a click opens in the window. */
  readonly hash: string;
}

/** The URL hash of the Device screen. Without `realm`, the window stays in its current realm. */
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

/** Notifications for prompts that arrived together: one each, or a single one for many prompts. */
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

/** Tooltip of the tray icon: `Understudy: 2 pending prompts`. */
export function describeTray(pendingCount: number): string {
  if (pendingCount === 0) return 'Understudy';
  return `Understudy: ${pendingCount === 1 ? '1 pending prompt' : `${pendingCount} pending prompts`}`;
}

/** Tray menu entry: `Device (2 pending)`. */
export function describeDeviceEntry(pendingCount: number): string {
  return pendingCount === 0 ? 'Device' : `Device (${pendingCount} pending)`;
}
