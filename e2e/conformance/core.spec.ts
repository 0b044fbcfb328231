import { test } from '@playwright/test';
import { moveClock, startServer, type TestServer } from '../support/server.ts';
import type { Module } from './module.ts';
import { createConformanceRealm, REALM, SECOND } from './realm.ts';
import { RelyingParty, type Variant } from './relying-party.ts';
import { REQUEST_MODULES } from './request-modules.ts';
import { TOKEN_MODULES } from './token-modules.ts';

const PROFILES: Readonly<Record<string, readonly string[]>> = {
  Basic: ['code'],
  Implicit: ['id_token', 'id_token token'],
  Hybrid: ['code id_token', 'code token', 'code id_token token'],
};

const MODULES: Readonly<Record<string, Module>> = { ...TOKEN_MODULES, ...REQUEST_MODULES };

let server: TestServer;
let aheadMs = 0;

test.beforeAll(async () => {
  server = await startServer();
  await createConformanceRealm(server.url, {
    attributes: { 'request.object.signature.alg': 'any', 'request.uris': 'http://127.0.0.1/*' },
  });
});
test.afterAll(() => server.stop());

function declare(profile: string, variant: Variant): void {
  for (const [name, module] of Object.entries(MODULES)) {
    if (module.applies?.(variant) === false) continue;
    test(`${profile}, ${variant.responseType}: ${name}: ${module.requires}`, async () => {
      const rp = new RelyingParty(server.url, variant);
      const other = new RelyingParty(server.url, variant, SECOND);
      const now = (): number => Date.now() + aheadMs;
      for (const party of [rp, other]) party.now = now;
      const pass = async (ms: number): Promise<void> => {
        aheadMs += ms;
        await moveClock(server.url, REALM, aheadMs);
      };
      await module.run({ url: server.url, rp, other, variant, pass });
    });
  }
}

for (const [profile, responseTypes] of Object.entries(PROFILES)) {
  for (const responseType of responseTypes) {
    declare(profile, { responseType });
    declare(`Form Post ${profile}`, { responseType, responseMode: 'form_post' });
  }
}
