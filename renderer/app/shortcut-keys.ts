// Keyboard shortcuts: the list for the dialog, and when a single key counts as a shortcut.
import { text } from '../texts/text.ts';

/** A shortcut. Each item of `keys` is a combination; any of them triggers it. */
interface Shortcut {
  readonly keys: readonly (readonly string[])[];
  readonly action: string;
}

/** The shortcuts of one part of the window. */
interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

/** Opens the list of shortcuts. */
const SHORTCUTS_KEY = '?';

/** Every shortcut; `mod` is the system's modifier key. */
export function listShortcuts(mod: 'Ctrl' | '⌘'): readonly ShortcutGroup[] {
  return [
    {
      title: text('app:shortcuts.everywhere'),
      shortcuts: [
        { keys: [[mod, 'K']], action: text('app:shortcuts.search') },
        { keys: [[SHORTCUTS_KEY]], action: text('app:shortcuts.show') },
        { keys: [['Esc']], action: text('app:shortcuts.close') },
      ],
    },
    {
      title: text('app:shortcuts.lists'),
      shortcuts: [
        { keys: [['↑'], ['↓']], action: text('app:shortcuts.row') },
        { keys: [['Enter']], action: text('app:shortcuts.openRow') },
      ],
    },
    {
      title: text('app:shortcuts.device'),
      shortcuts: [
        { keys: [['A']], action: text('app:shortcuts.approve') },
        { keys: [['D']], action: text('app:shortcuts.deny') },
        { keys: [['C']], action: text('app:shortcuts.cancel') },
        { keys: [['Shift', 'A']], action: text('app:shortcuts.approveAll') },
        { keys: [['↑'], ['↓']], action: text('app:shortcuts.prompt') },
      ],
    },
  ];
}

/** The used properties of the focused element. */
export interface KeyTarget {
  readonly tagName: string;
  readonly isContentEditable: boolean;
  readonly type?: string;
}

/** Input types without text. */
const TEXTLESS = new Set(['button', 'checkbox', 'radio', 'range', 'reset', 'submit']);

/** Whether the element accepts typed text. */
export function isTypedInto({ tagName, isContentEditable, type }: KeyTarget): boolean {
  if (isContentEditable || tagName === 'TEXTAREA' || tagName === 'SELECT') return true;
  return tagName === 'INPUT' && !TEXTLESS.has(type ?? 'text');
}

/** The used properties of a keyboard event. */
export interface ShortcutPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly isComposing: boolean;
  readonly defaultPrevented: boolean;
}

/** Whether the key press opens the list of shortcuts; never while typing into a field. WCAG 2.2 §2.1.4. */
export function opensShortcuts(press: ShortcutPress, target: KeyTarget | undefined): boolean {
  if (press.key !== SHORTCUTS_KEY || press.defaultPrevented || press.isComposing) return false;
  if (press.ctrlKey || press.metaKey || press.altKey) return false;
  return target === undefined || !isTypedInto(target);
}
