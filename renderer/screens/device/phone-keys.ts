// Keys on the phone.
import type { PromptAnswer } from '#protocol/contract/device.ts';

/** A keyboard command. */
export type PhoneCommand =
  | { readonly kind: 'answer'; readonly answer: PromptAnswer }
  /** Approves every pending prompt. */
  | { readonly kind: 'approve-all' }
  | { readonly kind: 'move'; readonly step: 1 | -1 };

/** The used properties of a keyboard event. */
export interface KeyPress {
  readonly key: string;
  readonly repeat: boolean;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** The letter for each answer. */
export const ANSWER_KEYS = { approve: 'A', deny: 'D', cancel: 'C' } as const;
ANSWER_KEYS satisfies Record<PromptAnswer, string>;

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/** The command of a key press. Held keys do not repeat answers, and shortcuts of the system are ignored. */
export function readCommand(press: KeyPress): PhoneCommand | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey) return undefined;
  const step = steps[press.key];
  if (step !== undefined) return { kind: 'move', step };
  if (press.repeat) return undefined;
  const answers = Object.keys(ANSWER_KEYS) as PromptAnswer[];
  const answer = answers.find((candidate) => ANSWER_KEYS[candidate] === press.key.toUpperCase());
  if (answer === undefined) return undefined;
  if (!press.shiftKey) return { kind: 'answer', answer };
  // Caps Lock produces capital letters too; only the Shift key itself means all.
  return answer === 'approve' ? { kind: 'approve-all' } : undefined;
}
