// Creates tokens for a test without a flow, previews them, and reads the codes that users' devices show.
import type { NewTokensWire } from '#protocol/contract/created-tokens.ts';
import { mappers } from '#protocol/contract/settings/shared.ts';
import {
  anything,
  mapOf,
  numberBetween,
  objectOf,
  oneOf,
  text,
  texts,
} from '#protocol/contract/settings/value-type.ts';
import type { NewTokenPreviewWire } from '#protocol/contract/token-preview.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import { TOKEN_FAULTS } from '#protocol/test-kit/broken-tokens.ts';
import { type CreateTokensDeps, createTokens } from '#protocol/test-kit/create-tokens.ts';
import { type PreviewDeps, previewSignIn } from '#protocol/test-kit/preview/preview-sign-in.ts';
import { readShownCodes, type ShownCodesDeps } from '#protocol/test-kit/read-shown-codes.ts';
import { ok } from '../admin-route.ts';
import { type EmulatorHandlers, type EmulatorRequest, realmExchangeOf } from '../emulator-route.ts';
import { readExactObject } from '../members.ts';

const MOST_SECONDS = 100 * 365 * 24 * 60 * 60;

const NEW_TOKENS = {
  user: { type: text },
  client: { type: text },
  scope: { type: text },
  claims: { type: mapOf(anything) },
  audience: { type: texts },
  expiresInSeconds: { type: numberBetween(1, MOST_SECONDS) },
  nonce: { type: text },
  session: { type: text },
  broken: { type: oneOf(TOKEN_FAULTS) },
};

async function create(
  request: EmulatorRequest<'POST /realms/{realm}/tokens'>,
  deps: CreateTokensDeps,
): Promise<Reply> {
  const wanted = readExactObject<NewTokensWire>(request.exchange.json, NEW_TOKENS, ['client']);
  return ok(await createTokens(deps, realmExchangeOf(request), wanted));
}

const UNSAVED_MAPPERS = { mappers: { type: mappers }, removedMappers: { type: texts } };

const NEW_PREVIEW = {
  client: { type: text },
  user: { type: text },
  scope: { type: text },
  audience: { type: texts },
  change: {
    type: objectOf(() => ({
      ...UNSAVED_MAPPERS,
      clientScopes: { type: mapOf(objectOf(() => UNSAVED_MAPPERS)) },
      defaultClientScopes: { type: texts },
      optionalClientScopes: { type: texts },
    })),
  },
};

async function preview(
  request: EmulatorRequest<'POST /realms/{realm}/token-preview'>,
  deps: PreviewDeps,
): Promise<Reply> {
  const wanted = readExactObject<NewTokenPreviewWire>(request.exchange.json, NEW_PREVIEW, ['client']);
  return ok(await previewSignIn(deps, realmExchangeOf(request), wanted));
}

async function readCodes(
  { realm, path, clocks, store }: EmulatorRequest<'GET /realms/{realm}/users/{username}/otp'>,
  { oneTimeCodes }: Pick<ShownCodesDeps, 'oneTimeCodes'>,
): Promise<Reply> {
  const now = clocks(realm.realm).now();
  return ok(await readShownCodes({ users: store.users, oneTimeCodes }, viewRealm(realm), path.username, now));
}

export type TokenHandlerDeps = CreateTokensDeps & PreviewDeps & Pick<ShownCodesDeps, 'oneTimeCodes'>;

export function createTokenHandlers(deps: TokenHandlerDeps): EmulatorHandlers<'tokens'> {
  return {
    'POST /realms/{realm}/tokens': (request) => create(request, deps),
    'POST /realms/{realm}/token-preview': (request) => preview(request, deps),
    'GET /realms/{realm}/users/{username}/otp': (request) => readCodes(request, deps),
  };
}
