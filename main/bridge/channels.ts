// The contract between the window and the main process: every channel with its arguments and its result.

/** What the window may ask of the desktop. Arguments and results are plain values. */
export interface DesktopCalls {
  /** Opens the data directory in the file manager. */
  'show-data-folder': { arguments: readonly []; result: undefined };
  /** Asks where to save a text and writes it there; gives the path, or undefined when the user cancelled. */
  'save-text-file': { arguments: readonly [suggestedName: string, text: string]; result: string | undefined };
  /** Opens an http or https address in the system browser. */
  'open-in-browser': { arguments: readonly [url: string]; result: undefined };
}

/** Name of a channel. */
export type DesktopChannel = keyof DesktopCalls;

/** Every channel, as a value: preload and main walk the same list. */
export const DESKTOP_CHANNELS = ['show-data-folder', 'save-text-file', 'open-in-browser'] as const;
DESKTOP_CHANNELS satisfies readonly DesktopChannel[];

/** The object that the preload script puts into the window under `window.understudyDesktop`. */
export type DesktopBridge = {
  readonly [Channel in DesktopChannel]: (
    ...args: DesktopCalls[Channel]['arguments']
  ) => Promise<DesktopCalls[Channel]['result']>;
};

/** Name of the bridge on `window`. */
export const DESKTOP_BRIDGE = 'understudyDesktop';
