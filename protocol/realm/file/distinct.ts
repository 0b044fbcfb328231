// Checks that the entries of a list differ in a member.
import { inSlices, runAtOnce, type Sliced } from '#protocol/store/sliced.ts';
import { RealmFileError } from './realm-file-error.ts';

type With<Member extends string> = { readonly [M in Member]?: string };

/** @throws {RealmFileError} naming the second entry with a value. Entries without the member are not compared. */
export function checkDistinct<Member extends string>(
  items: readonly With<Member>[],
  list: string,
  member: Member,
): void {
  runAtOnce(distinct(items, list, member));
}

/** The same, for lists with many entries. */
export function distinct<Member extends string>(
  items: readonly With<Member>[],
  list: string,
  member: Member,
): Sliced<void> {
  const seen = new Set<string>();
  return inSlices(items, (item, index) => {
    const value = item[member];
    if (value === undefined || value === '') return;
    if (seen.has(value)) {
      const problem = `"${value}" is used twice`;
      throw new RealmFileError(
        `${list}[${index}].${member}`,
        problem,
        'Make each value unique, or remove one entry.',
      );
    }
    seen.add(value);
  });
}
