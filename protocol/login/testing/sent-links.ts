// The links of messages that a test's server has sent.
import type { LoginFixture } from './login-fixture.ts';

/** All links sent to an address in any realm, oldest first. */
export async function linksTo(
  { mailbox, store }: Pick<LoginFixture, 'mailbox' | 'store'>,
  address: string,
): Promise<readonly string[]> {
  const messages = await Promise.all(store.realms.list().map(({ id }) => mailbox.list(id)));
  return messages
    .flat()
    .filter(({ to }) => to === address)
    .map(({ link }) => link)
    .toReversed();
}

/** The newest link to an address. @throws {TypeError} when there is none. */
export async function newestLink(
  fixture: Pick<LoginFixture, 'mailbox' | 'store'>,
  address: string,
): Promise<string> {
  const link = (await linksTo(fixture, address)).at(-1);
  if (link === undefined) throw new TypeError(`no link was sent to ${address}`);
  return link;
}
