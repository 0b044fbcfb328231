// Makes the request to the other server that stands for a recorded one.
import type { ActivityRecord } from '#protocol/contract/activity.ts';
import type { OutgoingRequest } from './other-server.ts';
import type { Page, PageForm } from './page.ts';
import { createPresentation, MissingArtifact, type Pairs, type RequestDeps } from './presentation.ts';

/** The other server shows another page than the recorded one did. */
export class OtherPage extends Error {
  override readonly name: string = 'OtherPage';
  /** What the recorded page offered, and what the other server shows. */
  readonly here: string;
  readonly there: string;

  constructor(here: string, there: string) {
    super(there);
    this.here = here;
    this.there = there;
  }
}

export interface Requests {
  /** The same request, readdressed. @throws {MissingArtifact} */
  repeat(record: ActivityRecord): OutgoingRequest;
  /** The same form or link on the page that the other server shows. @throws {MissingArtifact} @throws {OtherPage} */
  continue(record: ActivityRecord, page: Page | undefined): OutgoingRequest;
}

/** Headers that servers act on; the rest belongs to the connection. */
const SENT_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-language',
  'access-control-request-headers',
  'access-control-request-method',
  'content-type',
  'origin',
  'user-agent',
  'x-requested-with',
]);

function encode(pairs: Pairs): string {
  return new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString();
}

export function createRequests(deps: RequestDeps): Requests {
  const { here, there } = deps;
  const presentation = createPresentation(deps);

  function headersOf(record: ActivityRecord): Readonly<Record<string, string>> {
    const sent = record.request.headers.filter(({ name }) => SENT_HEADERS.has(name));
    const authorization = presentation.authorization(record);
    return {
      ...Object.fromEntries(sent.map(({ name, value }) => [name, value])),
      ...(authorization === undefined ? {} : { authorization }),
    };
  }

  return {
    repeat(record) {
      const { method, path, request } = record;
      const query = encode(presentation.parameters(request.query, record));
      const url = `${there.url}${here.below(path) ?? ''}${query === '' ? '' : `?${query}`}`;
      const form = encode(presentation.parameters(request.form, record));
      const body = request.json === undefined ? form : JSON.stringify(request.json);
      // RFC 9110 §9.3.1: the content of a GET means nothing.
      const isSent = body !== '' && method !== 'GET' && method !== 'HEAD';
      return { method, url, headers: headersOf(record), ...(isSent ? { body } : {}) };
    },

    continue(record, page) {
      const headers = fromOtherPage(headersOf(record), page);
      if (record.method === 'GET') return { method: 'GET', url: findLink(record, page, deps), headers };
      const wanted = presentation.typed(readForm(record, deps), record);
      const form = findForm(wanted, page);
      const body = encode(fillIn(form, wanted));
      if (form.method === 'POST')
        return { method: 'POST', url: form.action, headers: { ...headers, ...FORM_TYPE }, body };
      // HTML §4.10.21.3: the fields replace the query of the address.
      const url = new URL(form.action);
      url.search = body;
      return { method: 'GET', url: url.href, headers };
    },
  };
}

/** Fetch Standard §3.1: a form names the origin of its page. */
function fromOtherPage(
  headers: Readonly<Record<string, string>>,
  page: Page | undefined,
): Readonly<Record<string, string>> {
  const { origin } = headers;
  if (origin === undefined || origin === 'null' || page === undefined) return headers;
  return { ...headers, origin: new URL(page.url).origin };
}

const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };

/** One-click sign-in exists only in Understudy, and becomes one with a password. @throws {MissingArtifact} */
function readForm({ request, username = '' }: ActivityRecord, { credentials }: RequestDeps): Pairs {
  if (!request.form.some(({ name }) => name === 'user_id'))
    return request.form.map(({ name, value }) => [name, value]);
  const password = credentials.users.get(username);
  if (password === undefined)
    throw new MissingArtifact(
      `one-click sign-in exists only here; give the password of ${username} with --credentials`,
    );
  return [
    ['username', username],
    ['password', password],
  ];
}

/** Hidden fields as the page has them, the others as recorded. */
function fillIn({ fields }: PageForm, wanted: Pairs): Pairs {
  const typed = wanted.filter(([name]) =>
    fields.some((field) => field.name === name && field.kind !== 'hidden'),
  );
  const hidden = fields
    .filter(({ kind }) => kind === 'hidden')
    .map(({ name, value }) => [name, value] as const);
  return [...hidden, ...typed];
}

/** The link to the same path with the most of the query. @throws {OtherPage} if the page has none. */
function findLink(
  { path, request }: ActivityRecord,
  page: Page | undefined,
  { here, there }: RequestDeps,
): string {
  const wanted = here.below(path);
  const links = page?.links.filter((each) => there.below(each)?.split(/[?#]/, 1)[0] === wanted) ?? [];
  const score = (link: string): number => {
    const { searchParams } = new URL(link);
    return request.query.filter(({ name, value }) => searchParams.get(name) === value).length;
  };
  const [best] = links.toSorted((a, b) => score(b) - score(a));
  if (best !== undefined) return best;
  throw new OtherPage(`a page with a link to ${wanted}`, describePage(page));
}

/** The form with the most of these fields. @throws {OtherPage} if the page has none of them. */
function findForm(wanted: Pairs, page: Page | undefined): PageForm {
  const score = ({ fields }: PageForm): number =>
    wanted.filter(([name]) => fields.some((field) => field.name === name)).length;
  const best = page?.forms.toSorted((a, b) => score(b) - score(a))[0];
  if (best !== undefined && (score(best) > 0 || wanted.length === 0)) return best;
  const names = wanted.map(([name]) => name).join(', ');
  throw new OtherPage(`a form with ${names === '' ? 'a button' : names}`, describePage(page));
}

function describePage(page: Page | undefined): string {
  if (page === undefined) return 'no page';
  return `the page "${page.title}"${page.message === undefined ? '' : `, which says "${page.message}"`}`;
}
