// Applies the realm's client registration policies to a registration.
import type {
  ClientRepresentation,
  ComponentRepresentation,
} from '#protocol/contract/realm-representation.ts';
import {
  REGISTRATION_POLICY_TYPE,
  type RegistrationPolicyId,
} from '#protocol/contract/settings/component.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { isLoopbackHost } from '#protocol/http/host-policy.ts';
import type { StoredRealm } from '#protocol/store/store.ts';

export interface RegistrationAttempt {
  readonly realm: StoredRealm;
  /** `anonymous` without a token, otherwise `authenticated`. */
  readonly kind: 'anonymous' | 'authenticated';
  readonly remoteAddress: string;
  readonly client: ClientRepresentation;
  /** False for updates, which do not count towards max-clients. */
  readonly isNew: boolean;
}

type Policy = (attempt: RegistrationAttempt, component: ComponentRepresentation) => ClientRepresentation;

function refuse(name: string, details: string, remedy: string): OAuthError {
  return new OAuthError('insufficient_scope', {
    description: `Policy '${name}' rejected request to client-registration service. Details: ${details}`,
    remedy,
    section: 'RFC 7591 §3',
  });
}

function firstValue(component: ComponentRepresentation, name: string): string {
  return component.config?.[name]?.[0] ?? '';
}

function hostsOf(client: ClientRepresentation): readonly string[] {
  const uris = [...(client.redirectUris ?? []), client.rootUrl, client.baseUrl, client.adminUrl];
  return uris.flatMap((uri) => (uri !== undefined && URL.canParse(uri) ? [new URL(uri).hostname] : []));
}

function plainAddress(address: string): string {
  return address.replace(/^::ffff:/, '');
}

function isTrusted(host: string, trusted: readonly string[]): boolean {
  const name = host.toLowerCase();
  return trusted.some((entry) => {
    const pattern = entry.toLowerCase();
    return pattern.startsWith('*.') ? name.endsWith(pattern.slice(1)) : name === pattern;
  });
}

/** Compat: host names are compared as text, without DNS lookups; loopback addresses match `localhost`. */
const checkTrustedHosts: Policy = (attempt, component) => {
  const trusted = component.config?.['trusted-hosts'] ?? [];
  const name = component.name ?? 'Trusted Hosts';
  const remedy = `Add the host to trusted-hosts of policy "${name}", or register with an initial access token.`;
  const sender = plainAddress(attempt.remoteAddress);
  const senderNames = isLoopbackHost(sender) ? [sender, 'localhost', '127.0.0.1', '::1'] : [sender];
  if (
    firstValue(component, 'host-sending-registration-request-must-match') !== 'false' &&
    !senderNames.some((host) => isTrusted(host, trusted))
  )
    throw refuse(name, 'Host not trusted.', remedy);
  const strangers = hostsOf(attempt.client).filter((host) => !isTrusted(host, trusted));
  if (firstValue(component, 'client-uris-must-match') !== 'false' && strangers.length > 0)
    throw refuse(name, 'URL doesn’t match any trusted host or trusted domain', remedy);
  return attempt.client;
};

const checkMaxClients: Policy = ({ realm, client, isNew }, component) => {
  const max = Number(firstValue(component, 'max-clients') || 200);
  if (!isNew || (realm.clients ?? []).length < max) return client;
  const name = component.name ?? 'Max Clients Limit';
  throw refuse(
    name,
    'It is not allowed to register more clients.',
    `Raise max-clients of policy "${name}", now ${max}.`,
  );
};

/** Policies by provider. Others are kept in the realm and have no effect. */
const POLICIES: Readonly<Record<RegistrationPolicyId, Policy>> = {
  'trusted-hosts': checkTrustedHosts,
  'max-clients': checkMaxClients,
  'consent-required': ({ client }) => ({ ...client, consentRequired: true }),
  scope: ({ client }) => ({ ...client, fullScopeAllowed: false }),
};

/**
 * The default in realms without policies: only this machine may register without a token.
 * Choice: docs/differences-to-keycloak.md, "Anonymous client registration".
 */
const DEFAULT_ANONYMOUS: Policy = ({ remoteAddress, client }) => {
  if (isLoopbackHost(plainAddress(remoteAddress))) return client;
  throw refuse(
    'Trusted Hosts',
    'Host not trusted.',
    'Register from this machine, send an initial access token, or give the realm a policy trusted-hosts for anonymous registrations.',
  );
};

/** The client as changed by the policies. @throws {OAuthError} `insufficient_scope` 403. RFC 7591 §3. */
export function applyPolicies(attempt: RegistrationAttempt): ClientRepresentation {
  const all = attempt.realm.components?.[REGISTRATION_POLICY_TYPE] ?? [];
  const components = all.filter((component) => component.subType === attempt.kind);
  if (attempt.kind === 'anonymous' && !components.some(({ providerId }) => providerId === 'trusted-hosts'))
    DEFAULT_ANONYMOUS(attempt, { providerId: 'trusted-hosts' });
  let { client } = attempt;
  for (const component of components) {
    const { providerId } = component;
    const policy = Object.hasOwn(POLICIES, providerId)
      ? POLICIES[providerId as RegistrationPolicyId]
      : undefined;
    client = policy?.({ ...attempt, client }, component) ?? client;
  }
  return client;
}
