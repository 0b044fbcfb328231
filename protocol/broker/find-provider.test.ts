import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formAction } from '#protocol/login/testing/browser.ts';
import { provider, withProviders } from './testing/brokering.ts';

const PROVIDERS = [
  provider('off', 'google', {}, { enabled: false }),
  provider('odd', 'acme-login'),
  provider('links', 'google', {}, { linkOnly: true }),
];

for (const [alias, status, message, reason] of [
  [
    'none',
    404,
    /Could not find an identity provider with the identifier\./,
    /has no identity provider "none"/,
  ],
  ['off', 404, /Could not find an identity provider/, /Identity provider off of realm r is disabled/],
  ['odd', 400, /Could not send authentication request/, /has the type "acme-login"/],
  ['links', 400, /Could not send authentication request/, /it only links accounts \(linkOnly\)/],
] as const)
  test(`Keycloak identity brokering: nobody is sent to provider ${alias}`, () =>
    withProviders(PROVIDERS, async (fixture, browser) => {
      const { search } = new URL(formAction(await browser.open()));
      const page = await browser.get(`/realms/r/broker/${alias}/login${search}`);
      assert.equal(page.status, status);
      assert.match(page.text, message);
      assert.match(fixture.activity.list({}).records[0]?.refusal?.reason ?? '', reason);
      assert.notEqual(fixture.activity.list({}).records[0]?.refusal?.remedy ?? '', '');
    }));
