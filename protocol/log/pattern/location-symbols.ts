// The symbols that print source locations: %C %F %l %L %M.
import type { SourceLocation } from '#protocol/contract/log-record.ts';
import { parsePrecision } from './category-precision.ts';
import type { PatternSymbol } from './symbols.ts';

/** Printed when the engine provides no location. */
const UNKNOWN: SourceLocation = { file: '?', function: '?', line: -1 };

/** The class or object before the last dot of a function's name; for module functions, the file name. */
export function classNameOf({ file, function: name }: SourceLocation): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : fileNameOf(file).replace(/\.[^.]*$/, '');
}

/** The part of a function's name after the last dot. */
export function methodNameOf({ function: name }: SourceLocation): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

function fileNameOf(file: string): string {
  return file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
}

function located(render: (location: SourceLocation) => string): PatternSymbol {
  return {
    takesArgument: false,
    needsLocation: true,
    compile: () => (record) => render(record.location ?? UNKNOWN),
  };
}

/** Rows of the symbol table. */
export const locationSymbols: Readonly<Record<string, PatternSymbol>> = {
  C: {
    takesArgument: true,
    needsLocation: true,
    compile({ argument, argumentAt }) {
      const shorten = argument === undefined ? undefined : parsePrecision(argument, argumentAt);
      return ({ location = UNKNOWN }) => shorten?.(classNameOf(location)) ?? classNameOf(location);
    },
  },
  F: located(({ file }) => fileNameOf(file)),
  l: located(
    (location) =>
      `${classNameOf(location)}.${methodNameOf(location)}(${fileNameOf(location.file)}:${location.line})`,
  ),
  L: located(({ line }) => String(line)),
  M: located(methodNameOf),
};
