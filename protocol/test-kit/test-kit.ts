// The parts of the test kit that the server and the admin API share.
import type { Clock } from '#protocol/clock.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { ExchangeInterceptor } from '#protocol/http/exchange-interceptor.ts';
import type { Store } from '#protocol/store/store.ts';
import { createFaults, type Faults } from './faults.ts';
import type { ForeignKeys } from './foreign-keys.ts';
import { createHolds } from './holds.ts';
import { createInterceptor } from './interceptor.ts';
import { createPauses, type Pauses } from './pauses.ts';
import { type SharedFaults, shareFaults } from './shared-faults.ts';
import { type SharedHolds, shareHolds } from './shared-holds.ts';

export interface TestKitDeps {
  readonly store: Pick<Store, 'users' | 'sessions' | 'createQuestion' | 'serverTag'>;
  readonly keys: RealmKeys;
  readonly foreignKeys: ForeignKeys;
  /** The machine's clock. */
  readonly clock: Clock;
}

export interface TestKit {
  /** Those of this server. */
  readonly faults: Faults;
  /** Those of all servers. */
  readonly sharedFaults: SharedFaults;
  /** Those of all servers. */
  readonly holds: SharedHolds;
  readonly interceptor: ExchangeInterceptor;
  /** What waits in the server, for holds, delays and queries. */
  readonly pauses: Pauses;
}

export function createTestKit({ store, keys, foreignKeys, clock }: TestKitDeps): TestKit {
  const faults = createFaults(clock, store.serverTag);
  const sharedFaults = shareFaults(faults, store);
  const pauses = createPauses();
  const holds = shareHolds(createHolds({ clock, pauses, tag: store.serverTag }), pauses, store);
  const interceptor = createInterceptor({ store, keys, foreignKeys, faults: sharedFaults, holds, pauses });
  return { faults, sharedFaults, holds, pauses, interceptor };
}
