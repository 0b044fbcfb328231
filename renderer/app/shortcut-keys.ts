// The keyboard's shortcuts: what the dialog lists, and when a single key counts as one.

/** One shortcut. `keys` are pressed together; several rows of them do the same. */
interface Shortcut {
  readonly keys: readonly (readonly string[])[];
  readonly does: string;
}

/** Shortcuts of one part of the window. */
interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

/** What opens the list of shortcuts. */
const SHORTCUTS_KEY = '?';

/** Every shortcut; `mod` is the key that the system's own shortcuts use. */
export function listShortcuts(mod: 'Ctrl' | '⌘'): readonly ShortcutGroup[] {
  return [
    {
      title: 'Everywhere',
      shortcuts: [
        { keys: [[mod, 'K']], does: 'Search screens, clients, users and actions' },
        { keys: [[SHORTCUTS_KEY]], does: 'List the keyboard shortcuts' },
        { keys: [['Esc']], does: 'Close the dialog, panel or menu' },
      ],
    },
    {
      title: 'Lists',
      shortcuts: [
        { keys: [['↑'], ['↓']], does: 'Previous or next row' },
        { keys: [['Enter']], does: 'Open the row' },
      ],
    },
    {
      title: 'Device, while the phone has the focus',
      shortcuts: [
        { keys: [['A']], does: 'Approve the prompt and go to the next' },
        { keys: [['D']], does: 'Deny the prompt and go to the next' },
        { keys: [['C']], does: 'Cancel the prompt and go to the next' },
        { keys: [['Shift', 'A']], does: 'Approve all pending prompts of the realm' },
        { keys: [['↑'], ['↓']], does: 'Previous or next prompt' },
      ],
    },
  ];
}

/** What has the focus, as far as it counts here. */
export interface KeyTarget {
  readonly tagName: string;
  readonly isContentEditable: boolean;
  readonly type?: string;
}

/** Inputs that take no text. */
const TEXTLESS = new Set(['button', 'checkbox', 'radio', 'range', 'reset', 'submit']);

/** Whether a key goes into a text. */
export function isTypedInto({ tagName, isContentEditable, type }: KeyTarget): boolean {
  if (isContentEditable || tagName === 'TEXTAREA' || tagName === 'SELECT') return true;
  return tagName === 'INPUT' && !TEXTLESS.has(type ?? 'text');
}

/** The parts of a keyboard event that count. */
export interface ShortcutPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly isComposing: boolean;
  readonly defaultPrevented: boolean;
}

/** Whether the press asks for the list of shortcuts; never while it is typed into a field. WCAG 2.2 §2.1.4. */
export function opensShortcuts(press: ShortcutPress, target: KeyTarget | undefined): boolean {
  if (press.key !== SHORTCUTS_KEY || press.defaultPrevented || press.isComposing) return false;
  if (press.ctrlKey || press.metaKey || press.altKey) return false;
  return target === undefined || !isTypedInto(target);
}
