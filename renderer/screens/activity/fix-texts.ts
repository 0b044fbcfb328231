// Fixes in words. English is in the table of fixes, and in what the server says about them.
import { FIXES, type FixKind, type FixRow } from '#protocol/contract/fix-table.ts';
import type { FixPreviewWire } from '#protocol/contract/fixes.ts';
import { settingText } from '../../texts/setting-text.ts';

/** For a button: `Add redirect URI`. */
export function labelOfFix(kind: FixKind): string {
  return settingText('fix', kind)?.label ?? FIXES[kind].label;
}

/** What the change allows, as a sentence. */
export function describeFix({
  fix,
  effect,
  changes,
}: Pick<FixPreviewWire, 'fix' | 'effect' | 'changes'>): string {
  const own = settingText('fix', fix.kind)?.help;
  if (own === undefined) return effect;
  const { target }: FixRow = FIXES[fix.kind];
  const name = changes[0]?.name ?? fix[target] ?? '';
  return own.replace(/\{(name|value)\}/g, (_found, part: string) =>
    part === 'name' ? name : (fix.value ?? ''),
  );
}
