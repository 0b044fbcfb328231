// The links of messages that a test's server has sent.
import type { LoginFixture } from './login-fixture.ts';

/** All links sent to an address in any realm, oldest first. */
export function linksTo(
  { mailbox, store }: Pick<LoginFixture, 'mailbox' | 'store'>,
  address: string,
): readonly string[] {
  return store.realms
    .list()
    .flatMap(({ id }) => mailbox.list(id))
    .filter(({ to }) => to === address)
    .map(({ link }) => link)
    .toReversed();
}

/** The newest link to an address. @throws {TypeError} when there is none. */
export function newestLink(fixture: Pick<LoginFixture, 'mailbox' | 'store'>, address: string): string {
  const link = linksTo(fixture, address).at(-1);
  if (link === undefined) throw new TypeError(`no link was sent to ${address}`);
  return link;
}
