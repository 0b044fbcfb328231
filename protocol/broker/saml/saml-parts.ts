// What sign-in through SAML providers needs besides the broker's own parts.
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { DocumentFetcher } from '#protocol/http/document-fetcher.ts';
import type { OutgoingCalls } from '#protocol/http/outgoing-calls.ts';
import type { Login } from '#protocol/login/sign-in.ts';
import type { SessionEnder } from '#protocol/realm/sessions/sessions.ts';
import { createEncryptedIds, type EncryptedIds } from '#protocol/saml/encrypted-ids.ts';
import { createSamlSigners, type SamlSigners } from '#protocol/saml/signer.ts';
import type { NamedClients } from '#protocol/saml/unsolicited-sign-in.ts';
import type { ExpiringStore, RealmValue, Store } from '#protocol/store/store.ts';
import { createProviderKeys, type ProviderKeys } from './provider-keys.ts';

export interface SamlParts {
  readonly signers: SamlSigners;
  readonly keys: Pick<RealmKeys, 'list'>;
  readonly calls: Pick<OutgoingCalls, 'send'>;
  readonly encrypted: EncryptedIds;
  readonly providerKeys: ProviderKeys;
  /** Assertions that have been accepted, by a hash of provider and ID. */
  readonly usedAssertions: ExpiringStore<RealmValue>;
  readonly store: Pick<Store, 'sessions' | 'users'>;
  readonly endSession: SessionEnder;
  readonly namedClients: NamedClients;
  readonly login: Pick<Login, 'currentSession' | 'signOut' | 'resumeSignOut'>;
}

export interface SamlPartsDeps extends Pick<SamlParts, 'calls' | 'endSession' | 'login' | 'namedClients'> {
  readonly store: Pick<Store, 'sessions' | 'users' | 'createExpiringStore'>;
  readonly keys: Pick<RealmKeys, 'list'>;
  readonly fetchDocument: DocumentFetcher;
}

export function createSamlParts(deps: SamlPartsDeps): SamlParts {
  const { store, keys, calls, fetchDocument, endSession, login, namedClients } = deps;
  const signers = createSamlSigners(keys);
  return {
    signers,
    keys,
    calls,
    encrypted: createEncryptedIds(keys),
    providerKeys: createProviderKeys({ signers, fetchDocument }),
    usedAssertions: store.createExpiringStore<RealmValue>('brokered-assertion', { capacity: 100_000 }),
    store,
    endSession,
    namedClients,
    login,
  };
}
