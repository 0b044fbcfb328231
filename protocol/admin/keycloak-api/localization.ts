// The texts of a realm by language: list, read, add, replace, remove. Of these, sign-in pages show the terms.
import { mapOf, text } from '#protocol/contract/settings/value-type.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { NO_STORE } from '#protocol/http/replies.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import { badRequest, notFound } from '../admin-error.ts';
import {
  changeRow,
  DONE,
  ok,
  parameter,
  type RealmRequest,
  type RealmRow,
  readSwitch,
  viewRow,
} from '../admin-route.ts';
import { own, readObject } from '../members.ts';

type Texts = Readonly<Record<string, string>>;

const MANAGE = ['manage-realm'] as const;

const TEXTS = mapOf(text);

function textsOf({ localizationTexts }: StoredRealm, locale: string): Texts | undefined {
  return own(localizationTexts, locale);
}

function withTexts(realm: StoredRealm, locale: string, texts: Texts | undefined): StoredRealm {
  const { [locale]: _before, ...others } = realm.localizationTexts ?? {};
  return { ...realm, localizationTexts: texts === undefined ? others : { ...others, [locale]: texts } };
}

const localeOf = (request: RealmRequest): string => parameter(request, 'locale');

function listLocales({ realm }: RealmRequest): Reply {
  return ok(Object.keys(realm.stored.localizationTexts ?? {}).toSorted());
}

function readLocale(request: RealmRequest): Reply {
  const { stored } = request.realm;
  const hasFallback = readSwitch(request.exchange, 'useRealmDefaultLocaleFallback') === true;
  const fallback = hasFallback ? textsOf(stored, stored.defaultLocale ?? '') : undefined;
  return ok({ ...fallback, ...textsOf(stored, localeOf(request)) });
}

function readText(request: RealmRequest): Reply {
  const found = own(textsOf(request.realm.stored, localeOf(request)), parameter(request, 'key'));
  if (found === undefined) throw notFound('Localization text not found');
  return { status: 200, headers: { ...NO_STORE, 'content-type': 'text/plain; charset=utf-8' }, body: found };
}

async function saveText(request: RealmRequest): Promise<Reply> {
  const [locale, key] = [localeOf(request), parameter(request, 'key')];
  await request.updateRealm((realm) =>
    withTexts(realm, locale, { ...textsOf(realm, locale), [key]: request.exchange.text }),
  );
  return DONE;
}

async function removeText(request: RealmRequest): Promise<Reply> {
  const [locale, key] = [localeOf(request), parameter(request, 'key')];
  await request.updateRealm((realm) => {
    const texts = textsOf(realm, locale);
    if (own(texts, key) === undefined) throw notFound('Localization text not found');
    const { [key]: _removed, ...others } = texts ?? {};
    return withTexts(realm, locale, others);
  });
  return DONE;
}

async function removeLocale(request: RealmRequest): Promise<Reply> {
  const locale = localeOf(request);
  await request.updateRealm((realm) => {
    if (textsOf(realm, locale) === undefined)
      throw notFound(`No localization texts for locale ${locale} found.`);
    return withTexts(realm, locale, undefined);
  });
  return DONE;
}

/** The texts of the body: JSON, or an uploaded file with JSON. @throws {AdminError} 400. */
function readTexts({ exchange }: RealmRequest): Texts {
  const file = exchange.form.get('file');
  const json = file === undefined ? exchange.json : parseFile(file);
  return readObject<{ texts: Texts }>({ texts: json }, { texts: { type: TEXTS } }, ['texts']).texts;
}

function parseFile(file: string): unknown {
  try {
    return JSON.parse(file);
  } catch {
    // Compat: Keycloak's words.
    throw badRequest('Could not read file.');
  }
}

async function addTexts(request: RealmRequest): Promise<Reply> {
  const [locale, texts] = [localeOf(request), readTexts(request)];
  await request.updateRealm((realm) => withTexts(realm, locale, { ...textsOf(realm, locale), ...texts }));
  return DONE;
}

const LOCALE = '/localization/:locale';
const TEXT = `${LOCALE}/:key`;

export const LOCALIZATION_ROWS: readonly RealmRow[] = [
  viewRow('/localization', undefined, listLocales),
  viewRow(LOCALE, undefined, readLocale),
  { ...changeRow('POST', LOCALE, MANAGE, 'Add texts of a language', addTexts), body: 'json-or-upload' },
  changeRow('DELETE', LOCALE, MANAGE, 'Remove texts of a language', removeLocale),
  viewRow(TEXT, undefined, readText),
  { ...changeRow('PUT', TEXT, MANAGE, 'Change text', saveText), body: 'text' },
  changeRow('DELETE', TEXT, MANAGE, 'Remove text', removeText),
];
