// A file in the data directory with the server's own address, for the health check of the image.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Plain HTTP on this machine: `http://127.0.0.1:8080/auth`. Remains when the server is killed. */
export interface AddressFile {
  remove(): void;
}

/** Writes the file; ports and path may come from any option, which a script cannot know. */
export function writeAddressFile(dataDir: string, url: string): AddressFile {
  const path = join(dataDir, 'address');
  writeFileSync(path, `${url}\n`, { mode: 0o600 });
  return { remove: () => rmSync(path, { force: true }) };
}
