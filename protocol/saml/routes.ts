// The routes of SAML 2.0, and its rows for the tables of sign-in and sign-out protocols.
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { DocumentFetcher } from '#protocol/http/document-fetcher.ts';
import type { RealmRoute } from '#protocol/http/exchange.ts';
import type { OutgoingCalls } from '#protocol/http/outgoing-calls.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { Login, SignInProtocol } from '#protocol/login/sign-in.ts';
import type { FrontChannelParticipant, SignOutProtocol } from '#protocol/login/sign-out.ts';
import type { MapperWarnings } from '#protocol/realm/report/mapper-warnings.ts';
import type { SessionEnder } from '#protocol/realm/sessions/sessions.ts';
import type { Store } from '#protocol/store/store.ts';
import { createArtifacts } from './artifacts.ts';
import { type BasicSignInDeps, createBasicSignIn } from './basic-sign-in.ts';
import { createBindings } from './bindings/table.ts';
import { createDescriptor, renderDescriptor } from './descriptor.ts';
import { createEncryptedIds } from './encrypted-ids.ts';
import { createSamlInstallations, type SamlInstallations } from './installation/table.ts';
import { createFrontChannelLogout } from './logout/front-channel-logout.ts';
import { createLogoutMessages } from './logout/logout-messages.ts';
import { createSamlMapperReport } from './mappers/mapper-report.ts';
import { createFetchedCertificates } from './metadata/fetched-certificates.ts';
import { createArtifactResolution } from './profiles/artifact-resolution.ts';
import { createIdpInitiated } from './profiles/idp-initiated.ts';
import { createSingleLogout } from './profiles/single-logout.ts';
import { createProfiles } from './profiles/table.ts';
import { createSamlEndpoint } from './saml-endpoint.ts';
import { createSamlSignIns } from './saml-sign-in.ts';
import { createSamlSigners } from './signer.ts';
import { createNamedClients, type NamedClients } from './unsolicited-sign-in.ts';
import { createUsedRequests } from './used-requests.ts';

export interface SamlDeps extends BasicSignInDeps {
  readonly store: Store;
  readonly log: Logger;
  readonly keys: RealmKeys;
  readonly calls: OutgoingCalls;
  readonly fetchDocument: DocumentFetcher;
  readonly endSession: SessionEnder;
  readonly mapperWarnings: MapperWarnings;
  /** Deferred, because the login is built with this module's sign-in protocol. */
  readonly login: Login;
}

export interface SamlParts {
  readonly routes: readonly RealmRoute[];
  readonly signIn: SignInProtocol;
  /** For sign-ins that begin at an identity provider. */
  readonly namedClients: NamedClients;
  /** Files that configure a service provider. */
  readonly installations: SamlInstallations;
  /** The row of the sign-out protocol table. */
  readonly signOut: SignOutProtocol;
  /** The row of the front-channel table. */
  readonly frontChannel: FrontChannelParticipant;
}

const ENDPOINT = '/realms/:realm/protocol/saml';

/** Maximum size of a POST message. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;

export function createSamlRoutes(deps: SamlDeps): SamlParts {
  const { store, keys, login, calls, endSession } = deps;
  const signers = createSamlSigners(keys);
  const artifacts = createArtifacts(store);
  const bindings = createBindings({ signers, artifacts, calls });
  const usedRequests = createUsedRequests(store);
  const mapperReport = createSamlMapperReport(deps.log, deps.mapperWarnings);
  const signIns = createSamlSignIns({ store, signers, bindings, usedRequests, mapperReport });
  const messages = createLogoutMessages(signers);
  const encryptedIds = createEncryptedIds(keys);
  const shared = { login, usedRequests, encryptedIds };
  const singleLogout = createSingleLogout({ ...shared, store, bindings, messages, endSession });
  const basic = createBasicSignIn(deps);
  const certificates = createFetchedCertificates({
    realms: store.realms,
    log: deps.log,
    fetchDocument: deps.fetchDocument,
  });
  const namedClients = createNamedClients(certificates);
  const profiles = createProfiles({ ...shared, signIns, basic, singleLogout });
  return {
    routes: listRoutes({
      message: createSamlEndpoint({ bindings, profiles, certificates }),
      resolution: createArtifactResolution({ artifacts, signers }),
      descriptor: createDescriptor(signers),
      idpInitiated: createIdpInitiated({ login, namedClients }),
    }),
    signIn: signIns.protocol,
    namedClients,
    signOut: singleLogout.signOut,
    frontChannel: createFrontChannelLogout({ bindings, messages }),
    installations: createSamlInstallations((request) => renderDescriptor(request, signers)),
  };
}

type Handlers = Record<'message' | 'resolution' | 'descriptor' | 'idpInitiated', RealmRoute['handle']>;

function listRoutes({ message, resolution, descriptor, idpInitiated }: Handlers): readonly RealmRoute[] {
  const shared = { realm: true, path: ENDPOINT, title: 'SAML message', handle: message } as const;
  return [
    { ...shared, method: 'GET' },
    { ...shared, method: 'POST', body: 'form-or-xml', maxBodyBytes: MAX_BODY_BYTES },
    {
      realm: true,
      method: 'POST',
      path: `${ENDPOINT}/resolve`,
      title: 'SAML artifact resolution',
      body: 'xml',
      handle: resolution,
    },
    {
      realm: true,
      method: 'GET',
      path: `${ENDPOINT}/descriptor`,
      title: 'SAML metadata',
      background: true,
      cors: 'any',
      handle: descriptor,
    },
    {
      realm: true,
      method: 'GET',
      path: `${ENDPOINT}/clients/:name`,
      title: 'SAML IdP-initiated sign-on',
      handle: idpInitiated,
    },
  ];
}
