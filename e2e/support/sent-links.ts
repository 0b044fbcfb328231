// The links that a server under test has sent by e-mail.
import { expect } from '@playwright/test';
import { ACCOUNT_REALM } from './account-site.ts';
import { realmOf } from './kit.ts';
import type { TestServer } from './server.ts';

/** The newest link to an address in the realm of an account site. */
export async function newestLink(server: TestServer, address: string): Promise<string> {
  const { mail } = await realmOf(server, ACCOUNT_REALM);
  const { link } = await mail.wait({ to: address });
  expect(link).toContain('/login-actions/action-token?');
  return link;
}
