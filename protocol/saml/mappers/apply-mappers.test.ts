import assert from 'node:assert/strict';
import { test } from 'node:test';
import { childElements, textOf } from '#protocol/xml/read-xml.ts';
import { attributesOf, elementOf } from '../testing/response.ts';
import { withSamlServer } from '../testing/server.ts';
import { NAMESPACES } from '../xml-names.ts';

function mapperOf(name: string, protocolMapper: string, config: Record<string, string>) {
  return { name, protocol: 'saml', protocolMapper, config };
}

test("SAML Core §2.7.3: the role list of the realm's scopes is in every assertion, with a Role per role", async () => {
  await withSamlServer(async (server) => {
    const roles = attributesOf(await server.signIn()).filter(([name]) => name === 'Role');
    assert.ok(roles.length > 1);
    assert.ok(roles.every((role) => role.length === 2));
    assert.ok(roles.some(([, role]) => role === 'reader'));
  });
});

test("SAML Core §2.7.3: the client's own role list replaces the scope's and applies role mappers", async () => {
  await withSamlServer(async (server) => {
    await server.changeClient('sp', {
      protocolMappers: [
        mapperOf('roles', 'saml-role-list-mapper', { single: 'true', 'attribute.name': 'groups' }),
        mapperOf('rename', 'saml-role-name-mapper', { role: 'reader', 'new.role.name': 'lector' }),
        mapperOf('more', 'saml-hardcode-role-mapper', { role: 'guest' }),
        mapperOf('unknown', 'saml-javascript-mapper', {}),
      ],
    });
    const attributes = attributesOf(await server.signIn());
    assert.deepEqual(
      attributes.map(([name]) => name),
      ['groups'],
    );
    const roles = attributes[0]?.slice(1) ?? [];
    assert.ok(roles.includes('lector') && roles.includes('guest'));
    assert.ok(!roles.includes('reader'));
  });
});

test('SAML Core §2.5.1.4: further audiences follow the service provider, without duplicates', async () => {
  await withSamlServer(async (server) => {
    await server.changeClient('sp', {
      protocolMappers: [
        mapperOf('a', 'saml-audience-mapper', { 'included.custom.audience': 'urn:more' }),
        mapperOf('b', 'saml-audience-mapper', { 'included.client.audience': 'sp' }),
      ],
    });
    const restriction = elementOf((await server.signIn()).root, 'AudienceRestriction');
    assert.deepEqual(childElements(restriction, NAMESPACES.assertion, 'Audience').map(textOf), [
      'sp',
      'urn:more',
    ]);
  });
});

test("SAML Core §2.7.3: without full scope the assertion has only roles in the client's scope", async () => {
  await withSamlServer(async (server) => {
    await server.changeClient('sp', { fullScopeAllowed: false });
    const attributes = attributesOf(await server.signIn());
    assert.ok(!attributes.some(([, role]) => role === 'reader'));
  });
});

test('SAML Core §2.7.3: the predefined X.500 mappers write names, friendly names and values', async () => {
  await withSamlServer(async (server) => {
    const config = {
      'user.attribute': 'email',
      'attribute.name': 'urn:oid:1.2.840.113549.1.9.1',
      'friendly.name': 'email',
      'attribute.nameformat': 'urn:oasis:names:tc:SAML:2.0:attrname-format:uri',
    };
    await server.changeClient('sp', {
      protocolMappers: [mapperOf('X500 email', 'saml-user-property-mapper', config)],
    });
    const { xml, root } = await server.signIn();
    assert.match(
      xml,
      /FriendlyName="email" Name="urn:oid:1\.2\.840\.113549\.1\.9\.1" NameFormat="[^"]*:basic"/,
    );
    assert.ok(attributesOf({ root }).some(([, value]) => value === 'alice@example.test'));
  });
});
