// Saves a text under a suggested file name; the user sees an error if that fails.
import { saveTextFile } from '../api/bridge.ts';
import { announceFailure } from '../ui/announce.tsx';

/** In the desktop, the user chooses the place; a browser downloads the file. */
export function saveText(name: string, text: string): void {
  saveTextFile(name, text).catch((error: unknown) =>
    announceFailure(`${name} was not saved`, error instanceof Error ? error : new Error(String(error))),
  );
}
