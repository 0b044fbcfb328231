// For tests: answers of a provider that sign no one in.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PeerAnswers } from './peer-provider.ts';
import { comeBack, refusalOf, withPeer } from './with-peer.ts';

export interface Refusal {
  readonly what: string;
  readonly answers?: PeerAnswers;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly config?: Readonly<Record<string, string>>;
  readonly says: RegExp;
}

/** A test for each: the page has no code, no user is made, and Activity says why. */
export function testRefusals(section: string, refusals: readonly Refusal[]): void {
  for (const { what, answers, parameters, config, says } of refusals)
    test(`${section}: ${what} signs nobody in, and Activity says why`, () =>
      withPeer(async (given) => {
        Object.assign(given.peer.answers, answers);
        const page = await comeBack(given, parameters);
        assert.equal(page.leadsTo['code'], undefined);
        assert.ok(page.status === 200 || page.status === 400, String(page.status));
        const refusal = refusalOf(given);
        assert.match(refusal?.reason ?? '', says);
        assert.notEqual(refusal?.remedy ?? '', '');
        assert.equal(await given.fixture.store.users.findByUsername('r-id', 'pat'), undefined);
        assert.doesNotMatch(page.text, /app-secret/);
      }, config));
}
