// Codes and tokens that stand-ins have issued, and who has already agreed. Plain data.
import type { ExpiringStore, Store } from '#protocol/store/store.ts';
import type { StandInPerson } from './person.ts';

/** What a code or a token is for. */
export interface StandInGrant {
  readonly realmId: string;
  /** Alias of the provider. */
  readonly provider: string;
  readonly person: StandInPerson;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scope: string;
  readonly nonce: string;
  /** RFC 7636; empty without PKCE. */
  readonly challenge: string;
  readonly challengeMethod: string;
  /** The flow in Activity. */
  readonly flow: string;
}

export interface StandInStore {
  readonly codes: ExpiringStore<StandInGrant>;
  readonly tokens: ExpiringStore<StandInGrant>;
  /** By provider, client and person: Apple sends the name the first time only. */
  readonly agreed: ExpiringStore<{ readonly realmId: string }>;
}

export function createStandInStore(store: Pick<Store, 'createExpiringStore'>): StandInStore {
  return {
    codes: store.createExpiringStore<StandInGrant>('stand-in-code'),
    tokens: store.createExpiringStore<StandInGrant>('stand-in-token'),
    agreed: store.createExpiringStore<{ readonly realmId: string }>('stand-in-agreed'),
  };
}
