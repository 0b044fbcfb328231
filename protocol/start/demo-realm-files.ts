// The files of the realms that a new data directory gets as samples.
import { join } from 'node:path';

/** The demo realm, whose users have passwords that are shown, and realms that work together with it. */
export type DemoRealmFiles = readonly [demo: string, ...others: readonly string[]];

/** `root`: the installation's folder. */
export function listDemoRealmFiles(root: string): DemoRealmFiles {
  const folder = join(root, 'fixtures', 'realms');
  return [join(folder, 'demo.json'), join(folder, 'demo-partner.json')];
}
