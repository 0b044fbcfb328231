import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withSamlServer } from '../testing/server.ts';

test('service description §1: a mapper type without effect is logged once, a supported one never', async () => {
  await withSamlServer(async (server) => {
    const mapper = (name: string, protocolMapper: string) => ({
      name,
      protocol: 'saml',
      protocolMapper,
      config: {},
    });
    await server.changeClient('sp', {
      protocolMappers: [
        mapper('script', 'saml-javascript-mapper'),
        mapper('again', 'saml-javascript-mapper'),
        mapper('list', 'saml-role-list-mapper'),
        mapper('of OpenID Connect', 'oidc-sub-mapper'),
      ],
    });
    await server.signIn();
    await server.signIn();
    const named = server.log.records.filter(({ message }) => message.startsWith('A protocol mapper'));
    assert.deepEqual(
      named.map(({ parameters }) => parameters['mapper']),
      ['script'],
    );
  });
});
