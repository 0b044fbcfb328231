// Reads the query of a route below /emulator/v1 as its row in the table describes it.
import type { QueryParameter } from '#protocol/contract/emulator-routes/route-row.ts';
import { checkValue, tidyValue } from '#protocol/contract/settings/check-value.ts';
import type { Parameters } from '#protocol/http/exchange.ts';
import { badRequest } from './admin-error.ts';

type QueryRows = Readonly<Record<string, QueryParameter>>;

type Value<Row> = Row extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : Row extends { readonly kind: 'number' }
    ? number
    : Row extends { readonly kind: 'flag' }
      ? boolean
      : string;

type Given = { readonly default: unknown } | { readonly required: true };

/** Values by name; undefined for parameters that are absent and have no default. */
export type QueryValues<Rows> = {
  readonly [Name in keyof Rows]: Value<Rows[Name]> | (Rows[Name] extends Given ? never : undefined);
};

/** A parameter that must be given exactly once. */
function readRequired(query: Parameters, name: string): string {
  const [value = '', ...others] = query.all(name);
  if (value === '') throw badRequest(`${name} is missing`);
  if (others.length > 0) throw badRequest(`${name} must be given once`);
  return value;
}

/** Choices in any case arrive as they are spelt in the table. */
function spell(value: unknown, row: QueryParameter): unknown {
  if (row.kind !== 'text' || row.choices === undefined) return value;
  return row.choices.find((choice) => choice.toLowerCase() === String(value).toLowerCase());
}

function readValue(query: Parameters, name: string, row: QueryParameter): unknown {
  const text = row.required === true ? readRequired(query, name) : query.get(name);
  if (text === undefined || text === '') return row.default;
  const { fault } = checkValue(text, row, { mode: 'api' });
  if (fault !== undefined) throw badRequest(`${name} ${fault.problem}`);
  return spell(tidyValue(text, row), row);
}

/** An empty value counts as absent. @throws {AdminError} 400 naming the parameter that is missing or invalid. */
export function readQuery<Rows extends QueryRows>(query: Parameters, rows: Rows): QueryValues<Rows> {
  const values = Object.entries(rows).map(([name, row]) => [name, readValue(query, name, row)] as const);
  // The mapped type says of each row what `readValue` returns for it.
  return Object.fromEntries(values) as QueryValues<Rows>;
}
