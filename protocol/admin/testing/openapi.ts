// For tests: checks what the server answers below /emulator/v1 against the OpenAPI document.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import { EMULATOR_BASE_PATH } from '#protocol/contract/emulator-routes/table.ts';

type Schema = Readonly<Record<string, unknown>>;
type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface DescribedResponse {
  readonly $ref?: string;
  readonly content?: Content;
}

export interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, DescribedResponse>>;
}

export interface OpenApiDocument {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, DescribedResponse>>;
  };
}

/** The document that is checked in. */
export const OPENAPI = JSON.parse(
  readFileSync(new URL('../../contract/openapi.json', import.meta.url), 'utf8'),
) as OpenApiDocument;

/** Answers before the route is known or the body is read; the same for every route. */
const GENERAL_STATUSES: readonly number[] = [405, 413, 415];

/** Refuses members that a schema does not describe, so that the types in the contract are complete. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.entries(schema).map(([name, value]) => [name, closed(value)]);
  const isOpen = 'properties' in schema && !('additionalProperties' in schema);
  return { ...Object.fromEntries(members), ...(isOpen ? { additionalProperties: false } : {}) };
}

let ajv: Ajv2020 | undefined;

/** @throws {AssertionError} naming what does not fit; members that the schema does not name do not. */
export function checkAgainst(schema: Schema, value: unknown, what: string): void {
  ajv ??= new Ajv2020({ strict: false, allErrors: true }).addSchema(
    closed({ $id: 'openapi', components: OPENAPI.components }) as AnySchema,
  );
  const text = JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components');
  const validate = ajv.compile(closed(JSON.parse(text)) as AnySchema);
  assert.ok(validate(value), `${what}: ${ajv.errorsText(validate.errors)}`);
}

/** Path templates, those with constant segments first, as the router prefers them. */
const TEMPLATES = Object.keys(OPENAPI.paths)
  .map((template) => ({ template, pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
  .sort((one, other) => (one.template.split('{').length < other.template.split('{').length ? -1 : 1));

/** The schema of a JSON response; undefined for responses without JSON. */
export function responseSchema(operation: Operation, status: number, what: string): Schema | undefined {
  const response = operation.responses[String(status)];
  assert.ok(response, `${what} answers ${status}, which its row does not describe`);
  const shared = response.$ref?.split('/').at(-1);
  const { content } = shared === undefined ? response : (OPENAPI.components.responses[shared] ?? {});
  return content?.['application/json']?.schema;
}

/** Checks a response, if the path is below /emulator/v1: its status and its JSON are described. */
export function checkDescribed(method: string, path: string, status: number, body: unknown): void {
  if (!path.startsWith(EMULATOR_BASE_PATH) || GENERAL_STATUSES.includes(status)) return;
  const local = path.slice(EMULATOR_BASE_PATH.length).replace(/\?.*$/s, '').replace(/\/$/, '');
  const template = TEMPLATES.find(({ pattern }) => pattern.test(local))?.template;
  const operation = template === undefined ? undefined : OPENAPI.paths[template]?.[method.toLowerCase()];
  if (operation === undefined) return;
  const what = `${method} ${template}`;
  const schema = responseSchema(operation, status, what);
  if (schema !== undefined) checkAgainst(schema, body, `${what}, ${status}`);
  else assert.equal(body, undefined, `${what} answers ${status} with JSON, which its row does not describe`);
}
