// Clones in the database, which every server serves, renews and removes.
import type { Clock } from '#protocol/clock.ts';
import type { CloneNote, CloneStore } from '../clone-store.ts';
import type { StoredRealm } from '../store.ts';
import type { Database } from './database.ts';
import { leaseEnd, renewalInterval } from './leases.ts';
import type { CachedRealm, RealmCache } from './realm-cache.ts';
import { toMilliseconds } from './realm-rows.ts';
import { LIST_ENDED, RENEW_LEASE } from './realm-statements.ts';
import type { PostgresRealms } from './realms.ts';

export interface PostgresClonesOptions {
  readonly database: Database;
  readonly cache: RealmCache;
  readonly realms: PostgresRealms;
  /** The machine's. */
  readonly clock: Clock;
}

export class PostgresClones implements CloneStore {
  readonly #options: PostgresClonesOptions;
  /** When this server has renewed a lease. */
  readonly #renewedAt = new WeakMap<CachedRealm, number>();

  constructor(options: PostgresClonesOptions) {
    this.#options = options;
  }

  find(realmId: string): CloneNote | undefined {
    return this.#options.cache.findById(realmId)?.clone;
  }

  count(): number {
    let count = 0;
    for (const { clone } of this.#options.cache.all()) if (clone?.leaseMs !== undefined) count += 1;
    return count;
  }

  create(
    template: string,
    make: (settings: StoredRealm) => StoredRealm,
    note: CloneNote,
  ): Promise<StoredRealm | undefined> {
    return this.#options.realms.createClone(template, make, note);
  }

  renew(realmName: string): boolean | Promise<boolean> {
    const { cache, clock } = this.#options;
    const realm = cache.find(realmName);
    if (realm?.clone?.leaseMs === undefined) return true;
    const now = clock.now();
    const renewedAt = this.#renewedAt.get(realm) ?? Number.NEGATIVE_INFINITY;
    if (now >= renewedAt && now < renewedAt + renewalInterval(realm.clone.leaseMs)) return true;
    this.#renewedAt.set(realm, now);
    return this.#renew(realm, realm.clone, now);
  }

  async listEnded(): Promise<readonly string[]> {
    const { database, cache, clock } = this.#options;
    if (this.count() === 0) return [];
    const rows = await database.query<{ readonly key: string }>(LIST_ENDED, toMilliseconds(clock.now()));
    return rows.flatMap(({ key }) => cache.findByKey(key)?.stored.realm ?? []);
  }

  async #renew(realm: CachedRealm, clone: CloneNote, now: number): Promise<boolean> {
    const end = leaseEnd(clone, now);
    return (await this.#options.database.run(RENEW_LEASE, toMilliseconds(now), realm.key, end)) > 0;
  }
}
