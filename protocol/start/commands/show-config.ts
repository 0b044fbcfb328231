// The command `show-config`: every option with its value and where it is set.
import { OPTION_ROWS } from '#protocol/contract/options.ts';
import type { OptionSource } from '#protocol/errors/option-error.ts';
import type { ResolvedOptions } from '../config/resolve-options.ts';

const MASKED = '*******';

/** Compat: Keycloak's layout. Without `all`, options at their default are left out. */
export function showConfig({ texts, sources, withoutEffect }: ResolvedOptions, all: boolean): string {
  const lines = OPTION_ROWS.filter(({ key }) => all || sources[key].origin !== 'default')
    .filter(({ key }) => texts[key] !== '')
    .map(
      ({ key, secret }) => `\tkc.${key} =  ${secret ? MASKED : texts[key]} (${describeSource(sources[key])})`,
    );
  const unused = [...new Set(withoutEffect)].map((name) => `\t${name} (no effect)`);
  return ['Current Configuration:', ...lines, ...unused].join('\n');
}

function describeSource({ origin, place }: OptionSource): string {
  return place === undefined || origin === 'command line' ? origin : `${origin}: ${place}`;
}
