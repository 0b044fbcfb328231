// Links of users as rows, which a trigger of the table of users keeps: each account is looked up in an index, and has one owner.
import type { StoredUser } from '../store.ts';
import { linkTaken, newLinks, type UserLink } from '../user-links.ts';
import type { Queries, Statement } from './database.ts';
import { toKey } from './stored-key.ts';
import { link } from './user-tags.ts';

const FIND: Statement = {
  name: 'find-user-by-link',
  operation: 'read',
  isBrief: true,
  text: `SELECT u.data FROM user_links l JOIN users u ON u.realm_key = l.realm_key AND u.id = l.user_id
    WHERE l.realm_key = $1 AND l.link = $2 ORDER BY u.position LIMIT 1`,
};

/** The first user with the link. */
export async function findByLink(
  queries: Queries,
  key: string,
  account: UserLink,
): Promise<StoredUser | undefined> {
  const [row] = await queries.query<{ readonly data: StoredUser }>(FIND, key, link(account));
  return row?.data;
}

const FIND_OTHERS: Statement = {
  name: 'find-same-links',
  text: 'SELECT link FROM user_links WHERE realm_key = $1 AND user_id <> $2 AND link = ANY($3::TEXT[])',
};

/**
 * Refuses links that the user gets while another one has them. Call it in the transaction that has written the user: a
 * row of another transaction with the same link is waited for. @throws {DuplicateError}
 */
export async function checkLinks(
  queries: Queries,
  key: string,
  before: StoredUser | undefined,
  after: StoredUser,
): Promise<void> {
  const links = newLinks(before, after);
  if (links.length === 0) return;
  const found = await queries.query<{ readonly link: string }>(
    FIND_OTHERS,
    key,
    toKey(after.id),
    links.map(link),
  );
  const taken = links.find((each) => found.some((row) => row.link === link(each))) ?? links[0];
  if (found.length > 0 && taken !== undefined) throw linkTaken(taken);
}
