import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClientDescriptionError } from '#protocol/realm/clients/client-description.ts';
import { metadataOf, NOW, QUESTION } from '../testing/metadata.ts';
import { findServiceProvider } from './find-service-provider.ts';

const bare = (entity: string): string => metadataOf({ entity }).replace(/^<\?xml[^>]*>\s*/, '');
const IDP = '<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"/>';
const MD = 'xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata"';

for (const [name, text, expected] of [
  ['text that is not XML', 'hello', /cannot be read as XML/],
  ['truncated XML', metadataOf().slice(0, 300), /cannot be read as XML/],
  ['a document type', `<!DOCTYPE a [<!ENTITY x "y">]>${bare('entityID="a"')}`, /cannot be read as XML/],
  ['another document', '<html><body/></html>', /is a html, not an EntityDescriptor/],
  ['an entity in another namespace', '<EntityDescriptor entityID="a"/>', /not an EntityDescriptor/],
  [
    'an identity provider',
    `<md:EntityDescriptor ${MD} entityID="a">${IDP}</md:EntityDescriptor>`,
    /No entity.*SPSSODescriptor/,
  ],
  [
    'a service provider of SAML 1.1 only',
    metadataOf().replace(' urn:oasis:names:tc:SAML:2.0:protocol"', '"'),
    /No entity/,
  ],
  ['no entityID', metadataOf({ entity: '' }), /has no entityID/],
  ['an overlong entityID', metadataOf({ entity: `entityID="${'a'.repeat(1025)}"` }), /longer than 1024/],
  [
    'expired metadata',
    metadataOf({ entity: 'entityID="a" validUntil="2026-02-03T04:05:05Z"' }),
    /has expired.*2026-02-03T04:05:05\.000Z.*clock/,
  ],
  [
    'metadata whose role has expired',
    metadataOf({ role: 'validUntil="2020-01-01T00:00:00Z"' }),
    /SPSSODescriptor is 2020/,
  ],
  ['an invalid validUntil', metadataOf({ entity: 'entityID="a" validUntil="soon"' }), /is not a time/],
  [
    'two service providers',
    `<md:EntitiesDescriptor ${MD}>${bare('entityID="https://a.test"')}${bare('entityID="https://b.test"')}</md:EntitiesDescriptor>`,
    /describes 2 service providers \(https:\/\/a\.test, https:\/\/b\.test\)/,
  ],
] as const) {
  test(`SAML Metadata §2.3: ${name} is rejected with an explanation`, () => {
    assert.throws(
      () => findServiceProvider(text, QUESTION),
      (error) => error instanceof ClientDescriptionError && expected.test(error.message),
    );
  });
}

test('SAML Metadata §2.3.1: the only service provider is found beside identity providers, in a group and after a byte order mark', () => {
  const group = `\uFEFF<md:EntitiesDescriptor ${MD}><md:EntityDescriptor entityID="https://idp.test">${IDP}</md:EntityDescriptor><md:EntitiesDescriptor>${bare('entityID="https://sp.test"')}</md:EntitiesDescriptor></md:EntitiesDescriptor>`;
  assert.equal(findServiceProvider(group, QUESTION).entityId, 'https://sp.test');
  const both = metadataOf({ before: IDP });
  assert.equal(findServiceProvider(both, QUESTION).descriptor.localName, 'SPSSODescriptor');
});

const several = (...ids: readonly string[]): string =>
  `<md:EntitiesDescriptor ${MD}>${ids.map((id) => bare(`entityID="${id}"`)).join('')}</md:EntitiesDescriptor>`;

test('SAML Metadata §2.3.1: the requested one of several service providers is selected by exact comparison', () => {
  const text = several('https://a.test', 'https://b.test', 'https://c.test');
  const find = (entityId: string | undefined) => findServiceProvider(text, { now: NOW, entityId });
  assert.equal(find('https://b.test').entityId, 'https://b.test');
  assert.throws(() => find('https://B.test'), /\(https:\/\/a\.test, .*c\.test\); none is https:\/\/B\.test/);
  assert.throws(() => find('https://b.test/'), /none is/);
  assert.throws(() => find(undefined), /c\.test\)\. Leave one of them in it, or import it into a client/);
});

test('SAML Metadata §2.3.1: a duplicate service provider is rejected; a single one is selected whatever was requested', () => {
  const twice = several('https://a.test', 'https://a.test');
  const question = { now: NOW, entityId: 'https://a.test' };
  assert.throws(() => findServiceProvider(twice, question), /several are https:\/\/a\.test/);
  assert.equal(findServiceProvider(metadataOf(), question).entityId, 'https://sp.test/metadata');
});

test('SAML Metadata §2.3.1: only the selected service provider must be unexpired; a long list of names is shortened', () => {
  const old = bare('entityID="https://old.test" validUntil="2020-01-01T00:00:00Z"');
  const text = several('https://a.test').replace('</md:EntitiesDescriptor>', `${old}$&`);
  const find = (entityId: string) => findServiceProvider(text, { now: NOW, entityId }).entityId;
  assert.equal(find('https://a.test'), 'https://a.test');
  assert.throws(() => find('https://old.test'), /has expired/);
  const many = several(...Array.from({ length: 30 }, (_, index) => `https://sp-${index}.test`));
  assert.throws(
    () => findServiceProvider(many, QUESTION),
    /describes 30 service providers \(https:\/\/sp-0\.test, .*sp-19\.test, …\)/,
  );
});

test('SAML Metadata §2.3.2: metadata is accepted before validUntil', () => {
  const text = metadataOf({ entity: 'entityID="a" validUntil="2026-02-03T04:05:07Z"' });
  assert.equal(findServiceProvider(text, QUESTION).entityId, 'a');
});
