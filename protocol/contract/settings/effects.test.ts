import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CLIENT_ATTRIBUTES, CLIENT_SETTINGS } from './client.ts';
import { describeEffect, type NoEffect } from './kept.ts';
import { MAPPERS } from './mapper.ts';
import { REALM_ATTRIBUTES, REALM_SETTINGS } from './realm.ts';
import { SAML_CLIENT_ATTRIBUTES } from './saml-client.ts';
import * as shared from './shared.ts';
import { USER_SETTINGS } from './user.ts';

interface Row {
  readonly effect: string | NoEffect;
}

const TABLES: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  realm: REALM_SETTINGS,
  'realm attribute': REALM_ATTRIBUTES,
  client: CLIENT_SETTINGS,
  'client attribute': CLIENT_ATTRIBUTES,
  'SAML client attribute': SAML_CLIENT_ATTRIBUTES,
  user: USER_SETTINGS,
  credential: shared.CREDENTIAL_SETTINGS,
  consent: shared.CONSENT_SETTINGS,
  composites: shared.ROLE_COMPOSITE_SETTINGS,
  role: shared.ROLE_SETTINGS,
  roles: shared.ROLES_SETTINGS,
  group: shared.GROUP_SETTINGS,
  mapper: shared.MAPPER_SETTINGS,
  'client scope': shared.CLIENT_SCOPE_SETTINGS,
  'client scope attribute': shared.CLIENT_SCOPE_ATTRIBUTES,
  'scope mapping': shared.SCOPE_MAPPING_SETTINGS,
  component: shared.COMPONENT_SETTINGS,
  'authenticator config': shared.AUTHENTICATOR_CONFIG_SETTINGS,
  'required action': shared.REQUIRED_ACTION_SETTINGS,
};

const PROTOCOL = join(import.meta.dirname, '../..');

/** Exports write every member, and references to renamed things are followed everywhere: neither acts on one. */
const ACTS_ON_NOTHING = /^realm\/(export|references)\//;

/** The code of the server without comments, tests and the tables themselves. */
const CODE = readdirSync(PROTOCOL, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\//.test(path))
  .filter(
    (path) => !(/^contract\/(settings\/|realm-representation\.ts)/.test(path) || ACTS_ON_NOTHING.test(path)),
  )
  .map((path) => readFileSync(join(PROTOCOL, path), 'utf8').replaceAll(/^\s*(\/\/|\/?\*).*$/gm, ''))
  .join('\n');

/** Whether the code has the name as a word of its own, or as part of a text that composes a name. */
function occurs(name: string): boolean {
  const escaped = name.replaceAll(/[.-]/g, '\\$&');
  return new RegExp(`(?<![\\w-])${escaped}(?![\\w-]|\\.[a-z])`).test(CODE);
}

/** Attributes whose names the code composes, with the text that they are composed of. */
const COMPOSED: Readonly<Record<string, string>> = {
  'authorization.encrypted.response.enc': 'authorization.encrypted.response',
  'id.token.encrypted.response.alg': 'id.token.encrypted.response',
  'id.token.encrypted.response.enc': 'id.token.encrypted.response',
  'user.info.encrypted.response.alg': 'user.info.encrypted.response',
  'user.info.encrypted.response.enc': 'user.info.encrypted.response',
  'client.session.max.lifespan': 'client.session',
  'client.offline.session.idle.timeout': 'client.offline.session',
  'client.offline.session.max.lifespan': 'client.offline.session',
};

/** Members without effect whose names the code has all the same. */
const OTHER_USES: Readonly<Record<string, readonly string[]>> = {
  'are also names of something else': [
    'realm protocolMappers',
    'realm privateKey',
    'realm publicKey',
    'realm certificate',
    'client type',
    'client access',
    'client origin',
    'client registrationAccessToken',
    'user access',
    'user origin',
    'user self',
    'credential priority',
    'credential config',
    'group access',
    'scope mapping self',
    'authenticator config id',
    'required action providerId',
    'required action config',
  ],
  'are filled in or written into answers as Keycloak does': [
    'client surrogateAuthRequired',
    'client attribute realm_client',
    'user disableableCredentialTypes',
    'user totp',
    'group subGroupCount',
    'mapper consentRequired',
    'mapper consentText',
  ],
  'can be read and changed with the admin API': [
    'client attribute client.secret.rotated',
    'realm eventsListeners',
    'realm clientPolicies',
    'realm clientProfiles',
    'user userProfileMetadata',
    'component subComponents',
  ],
  'keep a flow from being removed': ['realm clientAuthenticationFlow', 'realm dockerAuthenticationFlow'],
  'name the sender of messages that are delivered only with --mail=send': ['realm smtpServer'],
  'only decide how a call is refused': ['realm userManagedAccessAllowed'],
  'are masked, hashed or dropped': ['realm federatedUsers', 'credential device'],
  'are words of texts': ['realm social'],
};

const ALL = Object.entries(TABLES).flatMap(([what, rows]) =>
  Object.entries(rows).map(([name, { effect }]) => ({ place: `${what} ${name}`, name, effect })),
);

test('house 2a: the code has the name of every setting that acts', () => {
  const lacking = ALL.filter(({ effect }) => typeof effect === 'string')
    .filter(({ name }) => !occurs(name) && !occurs(COMPOSED[name] ?? name))
    .map(({ place }) => place);
  assert.deepEqual(lacking, []);
});

test('house 2a: the code does not have the name of a setting without effect, except for another use', () => {
  const found = ALL.filter(({ effect, name }) => typeof effect !== 'string' && occurs(name));
  assert.deepEqual(found.map(({ place }) => place).sort(), Object.values(OTHER_USES).flat().sort());
});

test('house 2a: a part is reported with a setting that has an effect of its own', () => {
  const parts = ALL.flatMap(({ place, effect }) =>
    typeof effect !== 'string' && effect.kind === 'part' ? [{ place, of: effect.of }] : [],
  );
  assert.ok(parts.length > 10);
  for (const { place, of } of parts) {
    const others = ALL.filter(({ name }) => name === of).map(({ effect }) => effect);
    assert.ok(
      others.some((effect) => typeof effect === 'string' || effect.kind === 'kept'),
      place,
    );
  }
});

test('house 2a: every effect is described in sentences', () => {
  for (const { place, effect } of ALL) assert.match(describeEffect(effect), /^[A-Z`…].*\.$/, place);
  for (const types of Object.values(MAPPERS))
    for (const { effect } of Object.values(types)) assert.match(effect, /^[A-Z].*\.$/);
});
