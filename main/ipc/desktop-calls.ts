// Handlers of the window's calls: folders, files and the system browser.
import { writeFile } from 'node:fs/promises';
import { type BrowserWindow, dialog, shell } from 'electron';
import { externalUrl } from '../app-origin.ts';
import { showDesktopLanguage } from '../texts/desktop-language.ts';
import type { CallHandlers } from './handle-calls.ts';
import { parseLanguage, parseNoArguments, parseSaveTextFile, parseUrlArgument } from './parse-arguments.ts';

/** The handlers. */
export function createDesktopCalls(window: () => BrowserWindow | undefined, dataDir: string): CallHandlers {
  return {
    'show-data-folder': {
      parse: parseNoArguments,
      run: async () => {
        const failure = await shell.openPath(dataDir);
        if (failure !== '') throw new Error(failure);
        return undefined;
      },
    },
    'save-text-file': { parse: parseSaveTextFile, run: (name, text) => saveTextFile(window(), name, text) },
    'show-language': {
      parse: parseLanguage,
      run: async (language) => {
        showDesktopLanguage(language);
        return undefined;
      },
    },
    'open-in-browser': {
      parse: parseUrlArgument,
      run: async (text) => {
        const url = externalUrl(text);
        if (url === undefined) throw new TypeError('only http and https URLs can be opened');
        await shell.openExternal(url);
        return undefined;
      },
    },
  };
}

async function saveTextFile(
  window: BrowserWindow | undefined,
  name: string,
  text: string,
): Promise<string | undefined> {
  const options = { defaultPath: name };
  const answer = await (window === undefined
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options));
  if (answer.canceled || answer.filePath === '') return undefined;
  await writeFile(answer.filePath, text, 'utf8');
  return answer.filePath;
}
