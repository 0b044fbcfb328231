// Keys that no realm has, for signatures that must not verify.
import type { KeyObject } from 'node:crypto';
import type { Clock } from '#protocol/clock.ts';
import { makeKeyComponent, readKeyComponent } from '#protocol/crypto/key-components.ts';

/** One key per algorithm for the process, generated when it is first needed. */
export interface ForeignKeys {
  /** A private key or secret for the algorithm. @throws {TypeError} for an unknown one. */
  find(algorithm: string): Promise<KeyObject>;
}

async function makeKey(algorithm: string, clock: Clock): Promise<KeyObject> {
  const owner = { realmName: 'nobody', priority: 0, now: clock.now() };
  const key = readKeyComponent(await makeKeyComponent(algorithm, owner));
  const material = key?.secretKey ?? key?.privateKey;
  if (material === undefined) throw new TypeError(`the ${algorithm} key has no private part`);
  return material;
}

export function createForeignKeys(clock: Clock): ForeignKeys {
  const keys = new Map<string, Promise<KeyObject>>();
  return {
    find(algorithm) {
      const known = keys.get(algorithm);
      if (known !== undefined) return known;
      const made = makeKey(algorithm, clock);
      keys.set(algorithm, made);
      made.catch(() => keys.delete(algorithm));
      return made;
    },
  };
}
