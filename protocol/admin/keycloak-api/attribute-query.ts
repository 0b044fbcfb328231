// The query parameter `q`, which searches by attributes: `key:value key2:"two words"`.
import { own } from '../members.ts';

/** Further conditions of one query are passed over. */
const MAX_CONDITIONS = 16;

type Attributes = Readonly<Record<string, readonly string[]>> | undefined;

const unquote = (text: string | undefined): string => (text ?? '').replaceAll('"', '');

/** Whether something has all attributes of the query, each with the value among its own; an empty query matches all. */
export function readAttributeQuery(query: string): (attributes: Attributes) => boolean {
  const pairs = [...query.matchAll(/("[^"]*"|[^\s:"]+):("[^"]*"|\S+)/g)]
    .slice(0, MAX_CONDITIONS)
    .map(([, key, value]) => ({ name: unquote(key), wanted: unquote(value) }));
  return (attributes) => pairs.every(({ name, wanted }) => own(attributes, name)?.includes(wanted) === true);
}
