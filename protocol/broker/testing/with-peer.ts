// For tests: a sign-in through a provider that is not ours.
import assert from 'node:assert/strict';
import type { ActivityRefusal } from '#protocol/contract/activity.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import type { TestPage } from '#protocol/login/testing/browser.ts';
import type { LoginBrowser } from '#protocol/login/testing/login-browser.ts';
import type { LoginFixture } from '#protocol/login/testing/login-fixture.ts';
import { buttonOf, provider, withProviders } from './brokering.ts';
import { type PeerProvider, startPeer } from './peer-provider.ts';

export interface Given {
  readonly fixture: LoginFixture;
  readonly browser: LoginBrowser;
  readonly peer: PeerProvider;
}

/** `providerId`: the type of provider; `changes`: members of the realm. */
export async function withPeer(
  run: (given: Given) => Promise<void>,
  config: Readonly<Record<string, string>> = {},
  { providerId = 'oidc', ...changes }: Partial<RealmRepresentation> & { readonly providerId?: string } = {},
): Promise<void> {
  let now = (): number => 0;
  const peer = await startPeer(() => now());
  try {
    await withProviders(
      [provider('peer', providerId, { ...peer.config, ...config })],
      async (fixture, browser) => {
        now = () => Math.floor(fixture.clock.now() / 1000);
        await run({ fixture, browser, peer });
      },
      changes,
    );
  } finally {
    await peer.stop();
  }
}

/** The authorization request that the browser is sent to the peer with. */
export async function ask({ browser, peer }: Given, query = ''): Promise<URL> {
  const sent = await browser.get(buttonOf(await browser.open(query), 'peer'));
  assert.equal(sent.status, 303, sent.text);
  const url = new URL(sent.headers.get('location') ?? '');
  peer.nonce = url.searchParams.get('nonce') ?? '';
  return url;
}

export const answer = ({ browser }: Given, parameters: Readonly<Record<string, string>>): Promise<TestPage> =>
  browser.get(`/realms/r/broker/peer/endpoint?${new URLSearchParams(parameters)}`);

export async function comeBack(
  given: Given,
  parameters: Readonly<Record<string, string>> = { code: 'peer-code' },
  query = '',
): Promise<TestPage> {
  const state = (await ask(given, query)).searchParams.get('state') ?? '';
  return answer(given, { state, ...parameters });
}

export const refusalOf = ({ fixture }: Given): ActivityRefusal | undefined =>
  fixture.activity
    .list({})
    .records.find(({ path, refusal }) => path.includes('/endpoint') && refusal !== undefined)?.refusal;
