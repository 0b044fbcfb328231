// The OpenAPI document of /emulator/v1, from the table of routes and the types in protocol/contract.
import { describeTypes } from './contract-schemas.mjs';
import { loadSubjects } from './emulator-routes.mjs';

const DESCRIPTION = `Understudy's own HTTP API, for what Keycloak's admin API does not have. Times are milliseconds unless the name says otherwise. Errors have \`error\` or \`errorMessage\`, which name what is wrong and what would be accepted.`;

const ERROR = 'AdminErrorWire';

const ADMINISTRATORS = [{ administrator: [] }, { controlKey: [] }];

const SECURITY = {
  'server administrator': ADMINISTRATORS,
  administrator: ADMINISTRATORS,
  'client and user viewer': ADMINISTRATORS,
  'user viewer': ADMINISTRATORS,
  impersonator: ADMINISTRATORS,
  'answer key': [...ADMINISTRATORS, { answerKey: [] }],
  'delegation token': [{ delegation: [] }],
  anyone: [],
};

const SECURITY_SCHEMES = {
  administrator: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'Access token of an administrator of the server: a user of realm master with the role admin. Describing certificates needs any administrator, previewing tokens one who may view clients and users of the realm, listing members of a group one who may view users, and signing in as a user one with the role impersonation.',
  },
  controlKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'What `start --json` prints, for programs on the same machine. It counts as an administrator of the server.',
  },
  answerKey: {
    type: 'apiKey',
    in: 'query',
    name: 'key',
    description: "The realm's key, as in `answerUrl` of `DeviceWire`.",
  },
  delegation: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The token that the realm signed for the authentication device.',
  },
};

const sentence = (text) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
const reference = (name) => ({ $ref: `#/components/schemas/${name}` });

/** The schema of a type's name; `X[]` is a list. */
const schemaOf = (type) =>
  type.endsWith('[]') ? { type: 'array', items: reference(type.slice(0, -2)) } : reference(type);

const json = (schema, more = {}) => ({ 'application/json': { schema, ...more } });

/** Names of the types of a row's body and responses. */
function typesOf({ body, responses }) {
  return [body?.type, ...Object.values(responses).map(({ type }) => type)]
    .filter((type) => type !== undefined)
    .map((type) => type.replace('[]', ''));
}

function querySchema({ kind, least, most, choices, anyCase, default: standard }) {
  const byDefault = standard === undefined || standard === '' ? {} : { default: standard };
  if (kind === 'flag') return { type: 'boolean', ...byDefault };
  if (kind === 'number') return { type: 'integer', minimum: least, maximum: most, ...byDefault };
  // Choices in any case cannot be an enumeration.
  return choices === undefined || anyCase
    ? { type: 'string', ...byDefault }
    : { type: 'string', enum: choices, ...byDefault };
}

function queryParameter([name, row]) {
  const choices = row.anyCase ? ` (${row.choices.join(', ')}, in any case)` : '';
  return {
    name,
    in: 'query',
    description: sentence(`${row.meaning}${choices}`),
    ...(row.required ? { required: true } : {}),
    schema: querySchema(row),
  };
}

function pathParameter(name, meaning) {
  return { name, in: 'path', required: true, description: sentence(meaning), schema: { type: 'string' } };
}

function describeParameters({ path, pathMeanings, query = {}, headers = {}, callers }) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  // The key is a security scheme, not a parameter.
  const asked = Object.entries(query).filter(([name]) => callers !== 'answer key' || name !== 'key');
  return [
    ...names.map((name) => pathParameter(name, pathMeanings[name] ?? 'Name of the realm')),
    ...asked.map(queryParameter),
    ...Object.entries(headers).map(([name, meaning]) => ({
      name,
      in: 'header',
      description: sentence(meaning),
      schema: { type: 'string' },
    })),
  ];
}

function describeBody(body) {
  if (body === undefined || body === 'ignored') return {};
  const content =
    'content' in body
      ? { [body.content]: { schema: { type: 'string' } } }
      : json(schemaOf(body.type), { example: body.example });
  const description = body.meaning === undefined ? {} : { description: sentence(body.meaning) };
  return { requestBody: { required: true, ...description, content } };
}

function describeResponse({ type, content, meaning }) {
  const schema =
    type === undefined ? { type: content === 'application/json' ? 'object' : 'string' } : schemaOf(type);
  return {
    description: sentence(meaning ?? (type === undefined ? 'done' : `\`${type}\``)),
    ...(type === undefined && content === undefined
      ? {}
      : { content: { [content ?? 'application/json']: { schema } } }),
  };
}

const shared = (name) => ({ $ref: `#/components/responses/${name}` });

const SHARED_RESPONSES = {
  BadRequest: {
    description: 'A parameter or a member of the body is missing or invalid; the error names it.',
  },
  Unauthorized: { description: 'The token is missing or invalid.' },
  Forbidden: {
    description: 'The caller lacks the role, or the request comes from a page of another origin.',
  },
  RealmNotFound: { description: 'There is no such realm.' },
};

/** Errors that follow from the row: who may call, where, and with what. */
function usualErrors({ method, path, query, callers }) {
  const takesAny = query !== undefined || method === 'PUT' || method === 'POST' || method === 'PATCH';
  return {
    ...(takesAny ? { 400: shared('BadRequest') } : {}),
    ...(callers === 'anyone' ? {} : { 401: shared('Unauthorized') }),
    ...(callers === 'anyone' || callers === 'delegation token' ? {} : { 403: shared('Forbidden') }),
    ...(path.includes('/{realm}') ? { 404: shared('RealmNotFound') } : {}),
  };
}

function describeResponses(row) {
  const { path, responses, errors = {} } = row;
  const usual = usualErrors(row);
  const own = Object.entries(errors).map(([status, when]) => {
    const realm = status === '404' && path.includes('/{realm}') ? ', or there is no such realm' : '';
    return [status, { description: sentence(when + realm), content: json(reference(ERROR)) }];
  });
  const good = Object.entries(responses).map(([status, response]) => [status, describeResponse(response)]);
  return { ...usual, ...Object.fromEntries(own), ...Object.fromEntries(good) };
}

/** `PUT /realms/{realm}/clock`: `putRealmsClock`. */
function operationId({ method, path }) {
  const words = path.replace('/{realm}', '').split(/[^A-Za-z0-9]+/);
  return method.toLowerCase() + words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
}

function describeOperation(row, heading) {
  const parameters = describeParameters(row);
  return {
    operationId: operationId(row),
    tags: [heading],
    summary: row.summary,
    ...(row.callers === undefined ? {} : { security: SECURITY[row.callers] }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...describeBody(row.body),
    responses: describeResponses(row),
  };
}

function describePaths(subjects) {
  const paths = {};
  for (const { heading, rows } of subjects) {
    for (const row of rows)
      paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: describeOperation(row, heading) };
  }
  return paths;
}

/** The document as JSON. */
export async function renderOpenApi() {
  const subjects = await loadSubjects();
  const types = subjects.flatMap(({ rows }) => rows.flatMap(typesOf));
  const responses = Object.entries(SHARED_RESPONSES).map(([name, response]) => [
    name,
    { ...response, content: json(reference(ERROR)) },
  ]);
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Understudy',
      version: 'v1',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/emulator/v1' }],
    tags: subjects.map(({ heading }) => ({ name: heading })),
    security: SECURITY['server administrator'],
    paths: describePaths(subjects),
    components: {
      securitySchemes: SECURITY_SCHEMES,
      responses: Object.fromEntries(responses),
      schemas: describeTypes(new Set([...types, ERROR])),
    },
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}
