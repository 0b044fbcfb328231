// A file with the server's own address, for the health check of the image.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '#protocol/log/logger.ts';

/** Plain HTTP on this machine: `http://127.0.0.1:8080/auth`. Remains when the server is killed. */
export interface AddressFile {
  remove(): void;
}

/** Where a script looks for the file, which sees variables only: an option may give another data directory. */
export function findAddressFolder(
  environment: Readonly<Record<string, string | undefined>>,
  dataDir: string,
): string {
  return environment['UNDERSTUDY_DATA_DIR'] || dataDir;
}

/**
 * Writes the file; ports and path may come from any option, which a script cannot know. A file that cannot be written
 * is a warning, because only the health check needs it.
 */
export function writeAddressFile(folder: string, url: string, log: Logger): AddressFile {
  const path = join(folder, 'address');
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, `${url}\n`, { mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    log.warn("The health check of the image will fail, because the server's address cannot be written", {
      path,
      code: code ?? String(error),
    });
    return { remove: () => undefined };
  }
  return { remove: () => rmSync(path, { force: true }) };
}
