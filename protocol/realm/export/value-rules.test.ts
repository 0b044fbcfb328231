import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { createFindings } from './findings.ts';
import { withoutRefusedValues } from './value-rules.ts';

function write(members: Record<string, unknown>) {
  const { report, list } = createFindings();
  const file = withoutRefusedValues({ realm: 'r', ...members } as RealmRepresentation, report);
  return { file, findings: list() };
}

test('Keycloak import: valid values stay, and the file is the same object', () => {
  const file = {
    realm: 'r',
    sslRequired: 'EXTERNAL',
    failureFactor: 0,
    passwordPolicy: 'length(8) and notUsername(undefined) and digits and regexPattern(^a.b$)',
    supportedLocales: ['en', 'pt-BR'],
    attributes: { cibaBackchannelTokenDeliveryMode: '' },
    clients: [{ clientId: 'a', secret: 'x' }],
  };
  const { report, list } = createFindings();
  assert.equal(withoutRefusedValues(file, report), file);
  assert.deepEqual(list(), []);
});

for (const [members, left, path] of [
  [{ sslRequired: 'maybe' }, {}, 'sslRequired'],
  [{ failureFactor: -1 }, {}, 'failureFactor'],
  [{ supportedLocales: ['en', 'x{y}'] }, { supportedLocales: ['en'] }, 'supportedLocales[1]'],
  [
    { browserSecurityHeaders: { a: 'x\ny', b: 'z' } },
    { browserSecurityHeaders: { b: 'z' } },
    'browserSecurityHeaders.a',
  ],
  [
    { attributes: { cibaBackchannelTokenDeliveryMode: 'push' } },
    { attributes: {} },
    'attributes.cibaBackchannelTokenDeliveryMode',
  ],
  [{ passwordPolicy: 'length(x) and digits(1)' }, { passwordPolicy: 'digits(1)' }, 'passwordPolicy'],
  [{ passwordPolicy: 'strength' }, { passwordPolicy: '' }, 'passwordPolicy'],
  [{ passwordPolicy: 'toString' }, { passwordPolicy: '' }, 'passwordPolicy'],
  [{ clients: [{ clientId: '' }, { clientId: 'a' }] }, { clients: [{ clientId: 'a' }] }, 'clients[0]'],
  [
    { groups: [{ name: 'g', subGroups: [{}] }] },
    { groups: [{ name: 'g', subGroups: [] }] },
    'groups[0].subGroups[0]',
  ],
  [{ authenticatorConfig: [{ config: {} }] }, { authenticatorConfig: [] }, 'authenticatorConfig[0]'],
  [{ scopeMappings: [{ roles: ['x'] }] }, { scopeMappings: [] }, 'scopeMappings[0]'],
  [
    { clients: [{ clientId: 'a', secret: '**********' }] },
    { clients: [{ clientId: 'a' }] },
    'clients[0].secret',
  ],
  [{ smtpServer: { password: '**********' } }, { smtpServer: {} }, 'smtpServer.password'],
  [
    { components: { t: [{ providerId: 'ldap', config: { bindCredential: ['**********'] } }] } },
    { components: { t: [{ providerId: 'ldap', config: { bindCredential: [] } }] } },
    'components.t[0].config.bindCredential[0]',
  ],
] as const)
  test(`Keycloak import: ${JSON.stringify(members)} is left out`, () => {
    const { file, findings } = write(members);
    assert.deepEqual(file, { realm: 'r', ...left });
    assert.deepEqual(
      findings.map((finding) => finding.path),
      [path],
    );
  });
