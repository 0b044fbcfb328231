// Saves a text under a suggested file name; the user sees an error if that fails.
import { saveTextFile } from '../api/bridge.ts';
import { text } from '../texts/text.ts';
import { announceFailure } from '../ui/announce.tsx';

/** In the desktop, the user chooses the place; a browser downloads the file. */
export function saveText(name: string, contents: string): void {
  saveTextFile(name, contents).catch((error: unknown) =>
    announceFailure(
      text('components:download.failed', { file: name }),
      error instanceof Error ? error : new Error(String(error)),
    ),
  );
}
