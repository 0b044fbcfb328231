// Keyboard shortcuts: the list for the dialog, and when a single key counts as a shortcut.

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
      title: 'Everywhere',
      shortcuts: [
        { keys: [[mod, 'K']], action: 'Search screens, clients, users, roles and actions' },
        { keys: [[SHORTCUTS_KEY]], action: 'Show the keyboard shortcuts' },
        { keys: [['Esc']], action: 'Close the dialog, panel or menu' },
      ],
    },
    {
      title: 'Lists',
      shortcuts: [
        { keys: [['↑'], ['↓']], action: 'Previous or next row' },
        { keys: [['Enter']], action: 'Open the row' },
      ],
    },
    {
      title: 'Device, while the phone has focus',
      shortcuts: [
        { keys: [['A']], action: 'Approve the prompt and go to the next' },
        { keys: [['D']], action: 'Deny the prompt and go to the next' },
        { keys: [['C']], action: 'Cancel the prompt and go to the next' },
        { keys: [['Shift', 'A']], action: 'Approve all pending prompts of the realm' },
        { keys: [['↑'], ['↓']], action: 'Previous or next prompt' },
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
