// What a list shows, kept in the URL of the screen, so that a reload, a bookmark and a link keep it.
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

/** The parameters of the URL now. Those of the router are older until the screen has been drawn again. */
export function currentParameters(): URLSearchParams {
  const { hash } = window.location;
  const start = hash.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : hash.slice(start));
}

/** Members with their values, and the function that changes some of them. */
export type AddressState<Member extends string> = readonly [
  values: Readonly<Record<Member, string>>,
  change: (part: Partial<Record<Member, string>>) => void,
];

/** `defaults`: members that the URL may have, with their values if it has none. Must not change. */
export function useAddress<Member extends string>(
  defaults: Readonly<Record<Member, string>>,
): AddressState<Member> {
  const [parameters, setParameters] = useSearchParams();
  const values = useMemo(() => {
    const read = Object.entries(defaults).map(([member, value]) => [member, parameters.get(member) ?? value]);
    return Object.fromEntries(read) as Record<Member, string>;
  }, [parameters, defaults]);
  const change = useCallback(
    (part: Partial<Record<Member, string>>) => {
      const written = currentParameters();
      for (const [member, value] of Object.entries<string | undefined>(part)) {
        if (value === undefined || value === defaults[member as Member]) written.delete(member);
        else written.set(member, value);
      }
      setParameters(written, { replace: true });
    },
    [setParameters, defaults],
  );
  return [values, change];
}

/** A page number in the URL; 1 for anything that is none. */
export function readPage(text: string): number {
  const page = Number(text);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}
