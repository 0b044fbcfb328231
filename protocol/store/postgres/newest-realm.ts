// Work with a realm that other servers may replace meanwhile.
import { pauseBefore } from './database.ts';
import type { CachedRealm, RealmCache } from './realm-cache.ts';
import type { RealmFeed } from './realm-feed.ts';

const MAX_ATTEMPTS = 100;

/** Another server has replaced or removed the realm. */
export class RealmGoneError extends TypeError {
  constructor(name: string) {
    super(`there is no realm ${name}`);
  }
}

/**
 * Runs `work` with the realm of this name; undefined if there is none. If another server has replaced that realm
 * meanwhile ({@link RealmGoneError}), the work is repeated with the new one, unless `isRepeated` is false.
 */
export async function withNewest<Result>(
  { cache, feed }: { readonly cache: Pick<RealmCache, 'find'>; readonly feed: Pick<RealmFeed, 'refresh'> },
  name: string,
  work: (realm: CachedRealm) => Promise<Result>,
  { isRepeated = true }: { readonly isRepeated?: boolean } = {},
): Promise<Result | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const realm = cache.find(name);
    if (realm === undefined) return undefined;
    try {
      return await work(realm);
    } catch (error) {
      if (!isRepeated || !(error instanceof RealmGoneError) || attempt === MAX_ATTEMPTS) throw error;
      await pauseBefore(attempt);
      await feed.refresh();
    }
  }
}
