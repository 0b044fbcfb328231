import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Assertion } from '#protocol/saml/messages/assertion.ts';
import { type Waiting, waitFor, withWaiting } from './testing/saml-provider.ts';

type Change = (waiting: Waiting) => Partial<Assertion>;
const now = ({ fixture }: Waiting): number => fixture.clock.now();

const REFUSED: readonly (readonly [string, Change, RegExp, Readonly<Record<string, string>>?])[] = [
  ['another issuer', () => ({ issuer: 'urn:evil' }), /Issuer of the Assertion is urn:evil.*idpEntityId/],
  ['another audience', () => ({ audiences: ['urn:other'] }), /is for urn:other, not for .*config\.entityId/],
  ['no audience', () => ({ audiences: [] }), /is for no audience/],
  [
    'an audience that is the issuer, with an entityId of its own',
    (w) => ({ audiences: [`${w.fixture.baseUrl}/realms/r`] }),
    /not for urn:sp/,
    { entityId: 'urn:sp' },
  ],
  ['a period that has ended', (w) => ({ notOnOrAfter: now(w) }), /has expired: Conditions.*allowedClockSkew/],
  ['a period that has not begun', (w) => ({ notBefore: now(w) + 1000 }), /not valid yet: Conditions/],
  [
    'a period that ended before the skew',
    (w) => ({ notOnOrAfter: now(w) - 5000 }),
    /has expired/,
    { allowedClockSkew: '5' },
  ],
  ['a confirmation that has ended', (w) => ({ confirmableUntil: now(w) - 1 }), /SubjectConfirmationData/],
  [
    'another recipient',
    () => ({ recipient: 'https://sp.example/acs' }),
    /Recipient.*is https:\/\/sp\.example/,
  ],
  ['another request', () => ({ inResponseTo: '_other' }), /assertion answers request _other/],
  ['no ID', () => ({ id: '' }), /has no ID/],
];

for (const [name, change, reason, config = {}] of REFUSED)
  test(`SAML Profiles §4.1.4.3: an assertion with ${name} is refused`, () =>
    withWaiting(config, async (waiting) =>
      assert.match(await waiting.refusal({ assertion: change(waiting) }), reason),
    ));

const ACCEPTED: readonly (readonly [string, Change, Readonly<Record<string, string>>?])[] = [
  ['several audiences', (w) => ({ audiences: ['urn:other', `${w.fixture.baseUrl}/realms/r`] })],
  [
    'the endpoint as audience',
    (w) => ({ audiences: [`${w.fixture.baseUrl}/realms/r/broker/corp/endpoint`] }),
  ],
  ['an end within the skew', (w) => ({ notOnOrAfter: now(w) - 1000 }), { allowedClockSkew: '2' }],
  ['a confirmation without InResponseTo', () => ({ inResponseTo: undefined })],
];

for (const [name, change, config = {}] of ACCEPTED)
  test(`SAML Profiles §4.1.4.3: an assertion with ${name} is accepted`, () =>
    withWaiting(config, async (waiting) => {
      const page = await waiting.send(await waiting.answer({ assertion: change(waiting) }));
      assert.match(page.text, /kc-idp-review-profile-form/);
    }));

test('SAML Profiles §4.1.4.5: an assertion signs a person in once, even in another Response', () =>
  withWaiting({}, async (waiting) => {
    const assertion = { inResponseTo: undefined };
    const first = await waiting.send(await waiting.answer({ assertion }));
    assert.match(first.text, /kc-idp-review-profile-form/);
    const other = await waitFor(waiting.fixture, waiting.fixture.browser());
    assert.match(await other.refusal({ assertion }), /Assertion _assertion.*has been used already/);
  }));
