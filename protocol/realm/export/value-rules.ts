// Single values that Keycloak's import refuses, by place: they are left out, and its default or nothing takes their place.
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { MASKED_SECRET } from '#protocol/crypto/key-components.ts';
import { editAt, GONE, type Location, parseLocation } from '../references/location.ts';
import type { Report } from './findings.ts';

/** Values at a place. Others than the valid ones are left out with a message. */
interface ValueRule {
  readonly at: Location;
  readonly isValid: (value: unknown) => boolean;
  /** A sentence. */
  readonly message: string;
}

const rule = (at: string, isValid: (value: unknown) => boolean, fault: string): ValueRule => ({
  at: parseLocation(at),
  isValid,
  message: `The value ${fault}; Keycloak refuses it, so it is left out.`,
});

const secret = (at: string): ValueRule => ({
  at: parseLocation(at),
  isValid: (value) => value !== MASKED_SECRET,
  message: 'A mask in place of a secret, which Keycloak would import as the secret, is left out.',
});

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const hasText = (value: unknown, ...names: readonly string[]): boolean =>
  isObject(value) && names.some((name) => typeof value[name] === 'string' && value[name] !== '');

/** An object of a list without one of these members. */
const needs = (at: string, ...names: readonly string[]): ValueRule =>
  rule(at, (value) => hasText(value, ...names), `has no ${names.join(' and no ')}`);

const RULES: readonly ValueRule[] = [
  ...[
    'maxTemporaryLockouts',
    'maxFailureWaitSeconds',
    'minimumQuickLoginWaitSeconds',
    'waitIncrementSeconds',
    'quickLoginCheckMilliSeconds',
    'maxDeltaTimeSeconds',
    'failureFactor',
  ].map((at) => rule(at, (value) => Number(value) >= 0, 'is negative')),
  rule(
    'sslRequired',
    (value) => /^(none|external|all)$/i.test(String(value)),
    'is not none, external or all',
  ),
  rule(
    'supportedLocales[]',
    (value) => !/[:/?#@!$&()*+,;=[\]\\{}%]/.test(String(value)),
    'contains a character that a locale cannot contain',
  ),
  rule('browserSecurityHeaders{key}', (value) => !/[\r\n]/.test(String(value)), 'contains a line break'),
  rule('browserSecurityHeaders{}', (value) => !/[\r\n]/.test(String(value)), 'contains a line break'),
  rule(
    'attributes.cibaBackchannelTokenDeliveryMode',
    (value) => /^(|poll|ping)$/.test(String(value)),
    'is not poll or ping',
  ),
  needs('clients[]', 'clientId'),
  needs('clientScopes[]', 'name'),
  needs('users[]', 'username'),
  needs('roles.realm[]', 'name'),
  needs('roles.client{}[]', 'name'),
  needs('groups[**]', 'name'),
  needs('identityProviders[]', 'alias'),
  needs('authenticationFlows[]', 'alias'),
  // Keycloak 3.4 and earlier wrote configurations without a name.
  needs('authenticatorConfig[]', 'alias'),
  needs('scopeMappings[]', 'client', 'clientScope'),
  needs('clientScopeMappings{}[]', 'client', 'clientScope'),
  ...[
    'clients[].secret',
    'smtpServer.password',
    'smtpServer.authTokenClientSecret',
    'identityProviders[].config.clientSecret',
    'components{}[].config{}[]',
    'components{}[].subComponents{}[].config{}[]',
  ].map(secret),
];

/** Keycloak's password policies: whether their value must be a number. */
const POLICIES: Readonly<Record<string, 'number' | 'text'>> = {
  length: 'number',
  maxLength: 'number',
  digits: 'number',
  lowerCase: 'number',
  upperCase: 'number',
  specialChars: 'number',
  notUsername: 'text',
  notEmail: 'text',
  notContainsUsername: 'text',
  passwordHistory: 'number',
  passwordAge: 'number',
  forceExpiredPasswordChange: 'number',
  maxAuthAge: 'number',
  hashIterations: 'number',
  hashAlgorithm: 'text',
  regexPattern: 'text',
  passwordBlacklist: 'text',
  recoveryCodesWarningThreshold: 'number',
};

function isKeycloakPolicy(text: string): boolean {
  const [, name = '', value = ''] = /^([^(]*)(?:\((.*)\))?$/s.exec(text.trim()) ?? [];
  const type = Object.hasOwn(POLICIES, name.trim()) ? POLICIES[name.trim()] : undefined;
  return type === 'text' || (type === 'number' && /^(|undefined|-?\d+)$/.test(value.trim()));
}

const AND = ' and ';

function withKnownPolicies(file: RealmRepresentation, report: Report): RealmRepresentation {
  const { passwordPolicy } = file;
  if (passwordPolicy === undefined || passwordPolicy.trim() === '') return file;
  const policies = passwordPolicy.split(AND);
  const kept = policies.filter(isKeycloakPolicy);
  if (kept.length === policies.length) return file;
  const gone = policies.filter((policy) => !kept.includes(policy)).join(', ');
  report('passwordPolicy', `Keycloak has no such password policy, so it is left out: ${gone}.`);
  return { ...file, passwordPolicy: kept.join(AND) };
}

/** The file without values that Keycloak's import refuses. */
export function withoutRefusedValues(file: RealmRepresentation, report: Report): RealmRepresentation {
  let next = withKnownPolicies(file, report);
  for (const { at, isValid, message } of RULES) {
    const edited = editAt(next, at, (value, { path }) => {
      if (isValid(value)) return value;
      report(path(), message);
      return GONE;
    });
    if (edited !== GONE) next = edited;
  }
  return next;
}
