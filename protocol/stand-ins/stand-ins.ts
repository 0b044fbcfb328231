// The stand-ins of a server: their addresses and routes.
import { setTimeout as sleep } from 'node:timers/promises';
import { STAND_IN_DELAY_SETTING } from '#protocol/contract/stand-in-settings.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, RealmRoute, Reply } from '#protocol/http/exchange.ts';
import { jsonReply } from '#protocol/http/replies.ts';
import { findIdentityProvider, type IdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import { endpointsOf, type ProviderEndpoints } from '#protocol/realm/view/provider-endpoints.ts';
import { isStoodIn } from '#protocol/realm/view/stood-in.ts';
import { createArtifacts } from '#protocol/saml/artifacts.ts';
import { createSamlSigners } from '#protocol/saml/signer.ts';
import type { Store } from '#protocol/store/store.ts';
import { showStandIn, signOut, takePerson } from './authorize.ts';
import { beginSignIn, showClients } from './saml/begin-sign-in.ts';
import { type ResolutionDeps, resolveAtStandIn } from './saml/resolve-artifact.ts';
import { handleSamlStandIn } from './saml/saml-stand-in.ts';
import { standInKey } from './stand-in-key.ts';
import { renderStandInError } from './stand-in-page.ts';
import { createStandInStore } from './stand-in-store.ts';
import { issueTokens, type StandInTokenDeps, sendEmails, sendProfile } from './token.ts';

export interface StandInDeps {
  readonly store: Pick<Store, 'createExpiringStore'>;
  readonly keys: Pick<RealmKeys, 'signingKey' | 'verificationKey' | 'list'>;
  /** URL at which this process reaches itself. */
  readonly selfUrl: () => string;
}

export interface StandIns {
  /** The addresses of the stand-in; undefined: the provider itself is asked. */
  find(exchange: RealmExchange, provider: IdentityProvider): ProviderEndpoints | undefined;
  readonly routes: readonly RealmRoute[];
}

/** The artifact resolution service, below the root of a stand-in. */
const RESOLVE = '/saml/resolve';

const rootOf = ({ realm }: RealmExchange, { alias }: IdentityProvider): string =>
  `/stand-ins/${encodeURIComponent(realm.name)}/${encodeURIComponent(alias)}`;

export function createStandIns(deps: StandInDeps): StandIns {
  const tokens: StandInTokenDeps = {
    store: createStandInStore(deps.store),
    keys: deps.keys,
    issuerOf: (exchange, provider) => `${exchange.baseUrl}${rootOf(exchange, provider)}`,
  };
  return {
    find(exchange, provider) {
      if (!isStoodIn(exchange, provider)) return undefined;
      const root = rootOf(exchange, provider);
      const own = `${deps.selfUrl()}${exchange.basePath}${root}`;
      const known = endpointsOf(provider, exchange.baseUrl);
      if (provider.type === 'saml') {
        const address = `${exchange.baseUrl}${root}/saml`;
        const logout = known.logout === undefined ? undefined : address;
        const artifacts = `${own}${RESOLVE}`;
        return { authorization: address, logout, artifacts, issuers: known.issuers };
      }
      return {
        authorization: `${exchange.baseUrl}${root}/authorize`,
        token: `${own}/token`,
        userinfo: `${own}/userinfo`,
        emails: known.emails === undefined ? undefined : `${own}/emails`,
        jwks: `${own}/certs`,
        logout: known.logout === undefined ? undefined : `${exchange.baseUrl}${root}/logout`,
        issuers: known.issuers.slice(0, 1),
      };
    },
    routes: [...listRoutes(tokens), ...listSamlRoutes(deps)],
  };
}

/** The longest delay, in milliseconds: longer than the server waits for a provider. */
const MAX_DELAY = 30_000;

/** What the server asks is answered after the delay of the setting; people are not kept waiting for the page. */
const delayed =
  (handle: Handle): Handle =>
  async (exchange, provider) => {
    const delay = Math.min(Number(provider.config[STAND_IN_DELAY_SETTING] ?? '0') || 0, MAX_DELAY);
    if (delay > 0) await sleep(delay, undefined, { ref: false });
    return handle(exchange, provider);
  };

type Handle = (exchange: RealmExchange, provider: IdentityProvider) => Reply | Promise<Reply>;

/** Only providers that are stood in for have the routes. */
function withProvider(handle: Handle): RealmRoute['handle'] {
  return (exchange) => {
    const { realm, pathParameters, activity } = exchange;
    const alias = pathParameters['alias'] ?? '';
    const provider = findIdentityProvider(realm, alias);
    if (provider !== undefined && isStoodIn(exchange, provider)) return handle(exchange, provider);
    const reason = `Realm ${realm.name} has no stand-in for an identity provider "${alias.slice(0, 255)}".`;
    const remedy = 'Set config "understudy.stand-in" of the identity provider to always.';
    const error = new OAuthError('invalid_request', {
      description: reason,
      reason,
      remedy,
      section: 'Stand-ins',
    });
    activity.refused(error, 'stand-in');
    return { ...renderStandInError(exchange, alias, reason, remedy), status: 404 };
  };
}

function route(
  method: 'GET' | 'POST',
  path: string,
  title: string,
  handle: Handle,
  more: Partial<RealmRoute> = {},
): RealmRoute {
  return {
    realm: true,
    method,
    path: `/stand-ins/:realm/:alias/${path}`,
    title,
    ...(method === 'POST' ? { body: 'form' as const } : {}),
    ...more,
    handle: withProvider(more.background === true ? delayed(handle) : handle),
  };
}

function listSamlRoutes({ store, keys, selfUrl }: StandInDeps): readonly RealmRoute[] {
  const artifacts = createArtifacts(store, 'stand-in-artifact');
  const signers = createSamlSigners(keys);
  const deps = { signers, keys, artifacts };
  const resolution: ResolutionDeps = {
    signers,
    artifacts,
    addresses: (exchange, provider) =>
      [`${selfUrl()}${exchange.basePath}`, exchange.baseUrl].map(
        (base) => `${base}${rootOf(exchange, provider)}${RESOLVE}`,
      ),
  };
  const handle: Handle = (exchange, provider) => handleSamlStandIn(deps, exchange, provider);
  const begin: Handle = (exchange, provider) => beginSignIn(deps, exchange, provider);
  const asks = 'Stand-in asks who signs in';
  return [
    route('GET', 'saml', asks, handle),
    route('POST', 'saml', 'SAML stand-in', handle),
    route(
      'POST',
      'saml/resolve',
      'SAML artifact resolution of a stand-in',
      (exchange, provider) => resolveAtStandIn(resolution, exchange, provider),
      { background: true, body: 'xml' },
    ),
    route('GET', 'clients', 'Applications of a stand-in', showClients),
    route('GET', 'clients/:client', asks, begin),
    route('POST', 'clients/:client', 'SAML IdP-initiated sign-on at a stand-in', begin),
  ];
}

function listRoutes(tokens: StandInTokenDeps): readonly RealmRoute[] {
  // Their answers are in the record of the call that asked.
  const background = { background: true } as const;
  return [
    route('GET', 'authorize', 'Stand-in asks who signs in', showStandIn),
    route('POST', 'authorize', 'Stand-in answers', (exchange, provider) =>
      takePerson(tokens.store, exchange, provider),
    ),
    route('GET', 'logout', 'Sign-out at a stand-in', signOut),
    route(
      'POST',
      'token',
      'Token request to a stand-in',
      (exchange, provider) => issueTokens(tokens, exchange, provider),
      background,
    ),
    route(
      'GET',
      'userinfo',
      'Profile from a stand-in',
      (exchange, provider) => sendProfile(tokens, exchange, provider),
      background,
    ),
    route(
      'GET',
      'emails',
      'Addresses from a stand-in',
      (exchange, provider) => sendEmails(tokens, exchange, provider),
      background,
    ),
    route(
      'GET',
      'certs',
      'Keys of a stand-in',
      async () => jsonReply(200, { keys: [(await standInKey()).publicJwk] }),
      background,
    ),
  ];
}
