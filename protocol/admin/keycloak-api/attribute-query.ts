// The query parameter `q`, which searches by attributes: `key:value key2:"two words"`.
import { own } from '../members.ts';

/** Further conditions of one query are passed over. */
const MAX_CONDITIONS = 16;

type Attributes = Readonly<Record<string, readonly string[]>> | undefined;

const unquote = (text: string | undefined): string => (text ?? '').replaceAll('"', '');

/** An attribute with one of its values. */
interface AttributeCondition {
  readonly name: string;
  readonly value: string;
}

/** The conditions of the query, which must all apply. */
export function readAttributeConditions(query: string): readonly AttributeCondition[] {
  return [...query.matchAll(/("[^"]*"|[^\s:"]+):("[^"]*"|\S+)/g)]
    .slice(0, MAX_CONDITIONS)
    .map(([, key, value]) => ({ name: unquote(key), value: unquote(value) }));
}

/** Whether something has all attributes of the query, each with the value among its own; an empty query matches all. */
export function readAttributeQuery(query: string): (attributes: Attributes) => boolean {
  const conditions = readAttributeConditions(query);
  return (attributes) =>
    conditions.every(({ name, value }) => own(attributes, name)?.includes(value) === true);
}
