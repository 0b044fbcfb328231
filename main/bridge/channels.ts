// The contract between window and main process: every channel with its arguments and result.

/** Languages of the desktop. */
export const DESKTOP_LANGUAGES = ['en', 'de'] as const;
export type DesktopLanguage = (typeof DESKTOP_LANGUAGES)[number];

/** Calls from the window to the desktop. Arguments and results must be structured-cloneable. */
export interface DesktopCalls {
  /** Opens the data directory in the file manager. */
  'show-data-folder': { arguments: readonly []; result: undefined };
  /** Asks where to save a text and writes the file. Resolves to its path; undefined if the user cancels. */
  'save-text-file': { arguments: readonly [suggestedName: string, text: string]; result: string | undefined };
  /** Opens an http or https URL in the system browser. */
  'open-in-browser': { arguments: readonly [url: string]; result: undefined };
  /** Shows menu, tray, notifications and dialogs in the window's language. */
  'show-language': { arguments: readonly [language: DesktopLanguage]; result: undefined };
}

export type DesktopChannel = keyof DesktopCalls;

/** Every channel, as a value: preload script and main process iterate over the same list. */
export const DESKTOP_CHANNELS = [
  'show-data-folder',
  'save-text-file',
  'open-in-browser',
  'show-language',
] as const;
DESKTOP_CHANNELS satisfies readonly DesktopChannel[];

/** The object that the preload script exposes as `window.understudyDesktop`. */
export type DesktopBridge = {
  readonly [Channel in DesktopChannel]: (
    ...args: DesktopCalls[Channel]['arguments']
  ) => Promise<DesktopCalls[Channel]['result']>;
};

/** Name of the bridge on `window`. */
export const DESKTOP_BRIDGE = 'understudyDesktop';
