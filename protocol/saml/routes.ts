// The routes of SAML 2.0, and what SAML gives to the sign-in pages.
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { RealmRoute } from '#protocol/http/exchange.ts';
import type { Login, SignInProtocol } from '#protocol/login/sign-in.ts';
import type { Store } from '#protocol/store/store.ts';
import { createBindings } from './bindings/table.ts';
import { createDescriptor, renderDescriptor } from './descriptor.ts';
import { createSamlInstallations, type SamlInstallations } from './installation/table.ts';
import { createIdpInitiated } from './profiles/idp-initiated.ts';
import { createProfiles } from './profiles/table.ts';
import { createSamlEndpoint } from './saml-endpoint.ts';
import { createSamlSignIns } from './saml-sign-in.ts';
import { createSamlSigners } from './signer.ts';
import { createUsedRequests } from './used-requests.ts';

/** What the endpoints work with. */
export interface SamlDeps {
  readonly store: Store;
  readonly keys: RealmKeys;
  /** A function, because the login is built with the sign-in protocol that this module gives. */
  readonly login: () => Login;
}

/** The routes, and the row of the sign-in protocol table. */
export interface SamlParts {
  readonly routes: readonly RealmRoute[];
  readonly signIn: SignInProtocol;
  /** Files that set a service provider up. */
  readonly installations: SamlInstallations;
}

const ENDPOINT = '/realms/:realm/protocol/saml';

/** Bytes of the largest message by POST. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** Builds the endpoints. */
export function createSamlRoutes({ store, keys, login }: SamlDeps): SamlParts {
  const signers = createSamlSigners(keys);
  const bindings = createBindings({ signers });
  const usedRequests = createUsedRequests(store);
  const signIns = createSamlSignIns({ store, signers, bindings, usedRequests });
  const profiles = createProfiles({ login, signIns, usedRequests });
  const handle = createSamlEndpoint({ bindings, profiles });
  const shared = { realm: true, path: ENDPOINT, title: 'SAML message', handle } as const;
  return {
    routes: [
      { ...shared, method: 'GET' },
      { ...shared, method: 'POST', body: 'form-or-xml', maxBodyBytes: MAX_BODY_BYTES },
      {
        realm: true,
        method: 'GET',
        path: `${ENDPOINT}/descriptor`,
        title: 'SAML metadata',
        cors: 'any',
        handle: createDescriptor({ signers, bindings }),
      },
      {
        realm: true,
        method: 'GET',
        path: `${ENDPOINT}/clients/:name`,
        title: 'SAML sign-on that begins here',
        handle: createIdpInitiated({ login }),
      },
    ],
    signIn: signIns.protocol,
    installations: createSamlInstallations((request) => renderDescriptor(request, { signers, bindings })),
  };
}
