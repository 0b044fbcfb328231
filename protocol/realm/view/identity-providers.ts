// The identity providers of a realm as rules read them, with all defaults filled in.
import { findProviderType } from '#protocol/contract/identity-provider-types.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import { isKeptObject, type KeptObject, listKept } from '../kept-objects.ts';
import type { Realm } from './realm.ts';

/** When a user is updated by what the provider says: only at the first sign-in, at each one, or as in old versions. */
export type SyncMode = 'IMPORT' | 'FORCE' | 'LEGACY';

export interface IdentityProvider {
  readonly alias: string;
  /** Its type: `oidc`, `saml`, `github`. */
  readonly type: string;
  /** What pages call it. */
  readonly name: string;
  readonly enabled: boolean;
  /** Not offered on the sign-in page; links and `kc_idp_hint` lead to it all the same. */
  readonly isHidden: boolean;
  /** It cannot be used to sign in: it can only be linked to an account. */
  readonly isLinkOnly: boolean;
  /** Requests that allow no page (`prompt=none`) are passed on to it. */
  readonly acceptsPassive: boolean;
  readonly trustsEmail: boolean;
  readonly storesToken: boolean;
  /** Whether users who sign in with it for the first time may read its stored tokens. */
  readonly grantsReadToken: boolean;
  /** Alias of the flow of a first sign-in; undefined: the realm's. */
  readonly firstLoginFlow: string | undefined;
  /** Alias of the flow after each sign-in. */
  readonly postLoginFlow: string | undefined;
  readonly syncMode: SyncMode;
  /** Settings that have a value. */
  readonly config: Readonly<Record<string, string>>;
}

/** A mapper of an identity provider. */
export interface IdentityProviderMapper {
  readonly name: string;
  /** Its type: `oidc-user-attribute-idp-mapper`. */
  readonly type: string;
  /** `INHERIT` is resolved. */
  readonly syncMode: SyncMode;
  readonly config: Readonly<Record<string, string>>;
}

const views = new WeakMap<StoredRealm, readonly IdentityProvider[]>();

/** All of the realm, in the order of the sign-in page. Entries without an alias are passed over. */
export function listIdentityProviders({ stored }: Pick<Realm, 'stored'>): readonly IdentityProvider[] {
  const known = views.get(stored);
  if (known !== undefined) return known;
  const made = listKept(stored, 'identityProviders')
    .filter(({ alias }) => textOf(alias) !== undefined)
    .map(toProvider)
    .toSorted((one, other) => orderOf(one) - orderOf(other));
  views.set(stored, made);
  return made;
}

export function findIdentityProvider(
  realm: Pick<Realm, 'stored'>,
  alias: string,
): IdentityProvider | undefined {
  return listIdentityProviders(realm).find((provider) => provider.alias === alias);
}

/** Those that the sign-in page offers. */
export function listOfferedProviders(realm: Pick<Realm, 'stored'>): readonly IdentityProvider[] {
  return listIdentityProviders(realm).filter(
    ({ enabled, isHidden, isLinkOnly }) => enabled && !isHidden && !isLinkOnly,
  );
}

/** The provider's mappers, in the order of the realm file. */
export function listProviderMappers(
  { stored }: Pick<Realm, 'stored'>,
  provider: IdentityProvider,
): readonly IdentityProviderMapper[] {
  return listKept(stored, 'identityProviderMappers')
    .filter(({ identityProviderAlias }) => identityProviderAlias === provider.alias)
    .map((mapper) => {
      const config = readConfig(mapper);
      return {
        name: textOf(mapper['name']) ?? '',
        type: textOf(mapper['identityProviderMapper']) ?? '',
        syncMode: readSyncMode(config['syncMode']) ?? provider.syncMode,
        config,
      };
    });
}

function toProvider(stored: KeptObject): IdentityProvider {
  const config = readConfig(stored);
  const alias = String(stored['alias']);
  const type = textOf(stored['providerId']) ?? '';
  return {
    alias,
    type,
    name: textOf(stored['displayName']) ?? usualName(type) ?? alias,
    enabled: stored['enabled'] !== false,
    isHidden: stored['hideOnLogin'] === true || config['hideOnLoginPage'] === 'true',
    isLinkOnly: stored['linkOnly'] === true,
    acceptsPassive: config['acceptsPromptNoneForwardFromClient'] === 'true',
    trustsEmail: stored['trustEmail'] === true,
    storesToken: stored['storeToken'] === true,
    grantsReadToken: stored['addReadTokenRoleOnCreate'] === true,
    firstLoginFlow: textOf(stored['firstBrokerLoginFlowAlias']),
    postLoginFlow: textOf(stored['postBrokerLoginFlowAlias']),
    syncMode: readSyncMode(config['syncMode']) ?? 'LEGACY',
    config,
  };
}

/** Compat: social networks have names of their own; whatever speaks a protocol is called by its alias. */
function usualName(id: string): string | undefined {
  const type = findProviderType(id);
  return type?.isProtocol === true ? undefined : type?.name;
}

function readSyncMode(value: string | undefined): SyncMode | undefined {
  return value === 'IMPORT' || value === 'FORCE' || value === 'LEGACY' ? value : undefined;
}

function orderOf({ config }: IdentityProvider): number {
  const order = Number(config['guiOrder'] ?? '');
  return config['guiOrder'] === undefined || Number.isNaN(order) ? Number.MAX_SAFE_INTEGER : order;
}

function readConfig({ config }: KeptObject): Readonly<Record<string, string>> {
  if (!isKeptObject(config)) return {};
  const entries = Object.entries(config).flatMap(([name, value]) => {
    const text = typeof value === 'boolean' || typeof value === 'number' ? String(value) : textOf(value);
    return text === undefined ? [] : [[name, text] as const];
  });
  return Object.fromEntries(entries);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
