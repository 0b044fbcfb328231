// Texts of notifications and tray for prompts on the authentication device, and links to the prompts.
import type { PromptWire } from '#protocol/contract/device.ts';
import { desktopTexts } from './texts/desktop-language.ts';

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
    title: desktopTexts().asks(prompt.clientName, prompt.name),
    body: prompt.bindingMessage ?? desktopTexts().whatToDo(prompt.realm),
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
      title: desktopTexts().pendingPrompts(prompts.length),
      body: describeOne(last).title,
      hash: deviceHash(last.realm),
    },
  ];
}

/** Tooltip of the tray icon: `Understudy: 2 pending prompts`. */
export const describeTray = (pendingCount: number): string => desktopTexts().tray(pendingCount);

/** Tray menu entry: `Device (2 pending)`. */
export const describeDeviceEntry = (pendingCount: number): string => desktopTexts().device(pendingCount);
