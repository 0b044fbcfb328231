// A text that contains marked parts, such as a link or a name in monospace.
import { cloneElement, createElement, Fragment, type ReactElement, type ReactNode } from 'react';
import { formatNumber } from './locale.ts';
import { rawText } from './text.ts';
import type { EnglishText, Mark, Placeholder, TextKey } from './text-key.ts';

/** A marked part, a closed mark, a placeholder. */
const PARTS =
  /<(?<open>\w+)>(?<inside>.*?)<\/\k<open>>|<(?<alone>\w+)\/>|\{\{(?<name>\w+)(?:, number)?\}\}/gs;

type Parts = Readonly<Record<string, ReactElement>>;
type Values = Readonly<Record<string, ReactNode>>;

function renderParts(source: string, parts: Parts, values: Values): readonly ReactNode[] {
  const nodes: ReactNode[] = [];
  let end = 0;
  for (const match of source.matchAll(PARTS)) {
    const { open, inside = '', alone, name = '' } = match.groups ?? {};
    nodes.push(source.slice(end, match.index));
    end = match.index + match[0].length;
    const element = parts[open ?? alone ?? ''];
    const value = values[name];
    if (open !== undefined && element !== undefined)
      nodes.push(cloneElement(element, {}, ...renderParts(inside, parts, values)));
    else if (alone !== undefined) nodes.push(element);
    else nodes.push(typeof value === 'number' ? formatNumber(value) : value);
  }
  nodes.push(source.slice(end));
  return nodes;
}

type Needs<Name extends PropertyKey, Member extends string, Given> = [Name] extends [never]
  ? object
  : { readonly [Each in Member]: { readonly [Every in Name]: Given } };

type Props<Key extends TextKey> = { readonly of: Key } & Needs<
  Placeholder<EnglishText<Key>>,
  'values',
  ReactNode
> &
  Needs<Mark<EnglishText<Key>>, 'parts', ReactElement>;

/**
 * Renders the text `of`. Each mark in it (`<code>…</code>`, `<link/>`) is an element of `parts`; `values` fill its
 * placeholders and are never read as marks.
 */
export function RichText<Key extends TextKey>(props: Props<Key>): ReactNode {
  const { of, parts = {}, values = {} } = props as { of: TextKey; parts?: Parts; values?: Values };
  const count = values['count'];
  const nodes = renderParts(rawText(of, typeof count === 'number' ? count : undefined), parts, values);
  return createElement(Fragment, {}, ...nodes);
}
