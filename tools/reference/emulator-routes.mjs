// The tables of routes in the reference of /emulator/v1, and what they share with the OpenAPI document.
import { tsImport } from 'tsx/esm/api';

/** The subjects with their rows; of a row, `path` is the template and `pathMeanings` explains its parameters. */
export async function loadSubjects() {
  const { EMULATOR_SUBJECTS } = await tsImport(
    '../../protocol/contract/emulator-routes/table.ts',
    import.meta.url,
  );
  return Object.entries(EMULATOR_SUBJECTS).map(([name, { heading, routes }]) => ({
    name,
    heading,
    rows: Object.entries(routes).map(([key, row]) => {
      const [method, path] = key.split(' ');
      return { ...row, method, path, pathMeanings: row.path ?? {} };
    }),
  }));
}

const quoted = (value) => `\`${value}\``;
const sentence = (text) => (text === undefined || text === '' ? '' : `${text}.`);

/** Bounds of nine digits only keep out numbers that make no sense. */
const describeBounds = (least, most) => (most >= 999_999_999 ? `${least} or more` : `${least} to ${most}`);

/** What a query parameter accepts: `1 to 2000, default 200`. */
function describeValues({ kind, least, most, unit, choices, required, default: standard }) {
  const values =
    kind === 'flag'
      ? 'true or false'
      : kind === 'number'
        ? `${unit === undefined ? '' : `${unit}, `}${describeBounds(least, most)}`
        : choices?.join(', ');
  const byDefault = standard === undefined || standard === '' ? undefined : `default ${String(standard)}`;
  return [values, required ? 'required' : undefined, byDefault]
    .filter((part) => part !== undefined)
    .join(', ');
}

function describeParameter([name, row]) {
  const values = describeValues(row);
  return `${quoted(name)}: ${row.meaning}${values === '' ? '' : ` (${values})`}.`;
}

const CALLERS = {
  administrator: 'For any administrator.',
  'client and user viewer':
    'For administrators who may view the clients (`view-clients`) and users (`view-users`) of the realm.',
  'user viewer': 'For administrators who may view the users of the realm (`view-users`).',
  impersonator: 'For administrators who may sign in as the users of the realm (`impersonation`).',
  'answer key': "With the realm's key or an administrator's token.",
  'delegation token': 'With the token that the realm signed for the device.',
  anyone: 'Without a token.',
};

function renderRequest({ method, path, query = {}, body }) {
  const names = Object.keys(query).map((name) => `${name}=`);
  const call = quoted(`${method} ${path}${names.length === 0 ? '' : `?${names.join('&')}`}`);
  if (body === undefined || body === 'ignored') return call;
  return 'content' in body
    ? `${call} with ${body.meaning} as ${quoted(body.content)}`
    : `${call} ${quoted(JSON.stringify(body.example))}`;
}

function renderMeaning({ summary, pathMeanings, query = {}, headers = {}, callers }) {
  return [
    sentence(summary),
    ...Object.entries(pathMeanings).map(([name, meaning]) => `${quoted(name)}: ${meaning}.`),
    ...Object.entries(query).map(describeParameter),
    ...Object.entries(headers).map(([name, meaning]) => `Header ${quoted(name)}: ${meaning}.`),
    CALLERS[callers] ?? '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function renderResponse([status, { type, content, meaning }]) {
  const what = type ?? content;
  const code = what === undefined ? status : quoted(what);
  const isUsual = status === '200' || what === undefined;
  const named = isUsual ? code : `${status} ${code}`;
  return sentence(meaning === undefined ? named : `${named}: ${meaning}`);
}

function renderResponses({ responses, errors = {} }) {
  return [
    ...Object.entries(responses).map(renderResponse),
    ...Object.entries(errors).map(([status, when]) => `${status}: ${when}.`),
  ].join(' ');
}

const escaped = (cell) => cell.replaceAll('|', '\\|');

/** The table of a subject as Markdown. */
function renderTable(rows) {
  const lines = rows.map((row) =>
    [renderRequest(row), renderMeaning(row), renderResponses(row)].map(escaped).join(' | '),
  );
  return ['| request | meaning | response |', '|---|---|---|', ...lines.map((line) => `| ${line} |`)].join(
    '\n',
  );
}

const opening = (name) => `<!-- Routes of ${name}: generated from protocol/contract/emulator-routes/. -->`;
const CLOSING = '<!-- End of the generated table. -->';

function replaceTable(page, { name, rows }) {
  const [before, rest, ...more] = page.split(opening(name));
  const end = rest?.indexOf(CLOSING) ?? -1;
  if (end === -1 || more.length > 0)
    throw new Error(`docs/reference/emulator-api.md: needs ${opening(name)} and ${CLOSING}, once`);
  return `${before}${opening(name)}\n${renderTable(rows)}\n${rest.slice(end)}`;
}

/** The page with current tables; the text between them is written by hand. */
export async function renderEmulatorApi(page) {
  return (await loadSubjects()).reduce(replaceTable, page);
}
