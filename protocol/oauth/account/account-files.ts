// Files and texts of the account console, which browsers load before anybody is signed in.
import { join } from 'node:path';
import { CACHED_FOREVER, readBuiltFile } from '#protocol/http/built-files.ts';
import type { PlainRoute, RealmExchange, Reply, Route } from '#protocol/http/exchange.ts';
import { jsonReply } from '#protocol/http/replies.ts';
import { RequestFault } from '#protocol/http/request-fault.ts';
import { CONSOLE_FILES } from './account-environment.ts';
import { listAccountTexts } from './account-texts.ts';

/** Names in `assets` contain a hash. */
const REVALIDATED: Readonly<Record<string, string>> = { 'cache-control': 'no-cache' };

/** `consoleFolder`: see `AccountPageDeps`. */
export function listAccountFileRoutes(consoleFolder: string): readonly Route[] {
  const files = (path: string, folder: string, headers: Readonly<Record<string, string>>): PlainRoute => ({
    method: 'GET',
    path: `${CONSOLE_FILES}${path}/:file`,
    handle: ({ pathParameters }) =>
      replyWithFile(join(consoleFolder, 'account'), join(folder, pathParameters['file'] ?? ''), headers),
  });
  return [
    files('', '', REVALIDATED),
    files('/assets', 'assets', CACHED_FOREVER),
    {
      method: 'GET',
      realm: true,
      // Compat: Keycloak's address of the texts of a theme.
      path: '/resources/:realm/account/:locale',
      background: true,
      cors: 'any',
      handle: replyWithTexts,
    },
  ];
}

async function replyWithFile(
  folder: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<Reply> {
  const file = await readBuiltFile(folder, path);
  if (file === undefined || file.type.startsWith('text/html'))
    throw new RequestFault(404, 'not_found', 'The account console has no such file.', {
      remedy: 'The account console of a realm is at /realms/{realm}/account/.',
    });
  return { status: 200, headers: { 'content-type': file.type, ...headers }, body: file.content };
}

/** Compat: a list of keys and values. */
function replyWithTexts({ realm, pathParameters }: RealmExchange): Reply {
  const texts = listAccountTexts(realm, pathParameters['locale'] ?? '');
  return jsonReply(
    200,
    Object.entries(texts).map(([key, value]) => ({ key, value })),
    REVALIDATED,
  );
}
