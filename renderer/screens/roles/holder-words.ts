// The words for users and groups that have a role.
import type { HolderKind } from '../../api/role-holders.ts';
import type { CountKey } from '../../texts/text.ts';

interface HolderWords {
  /** Their number. */
  readonly rows: CountKey;
  readonly one: string;
  readonly many: string;
  /** Heading of the section. */
  readonly title: string;
  readonly summary: string;
  /** Name of the table for screen readers. */
  readonly listed: string;
  /** Heading of the column with their names. */
  readonly nameTitle: string;
  /** Placeholder of the search. */
  readonly placeholder: string;
  /** Label of the button that opens the dialog. */
  readonly assign: string;
  readonly empty: string;
}

export const HOLDER_WORDS: Readonly<Record<HolderKind, HolderWords>> = {
  user: {
    rows: 'components:count.users',
    one: 'user',
    many: 'users',
    title: 'Users in role',
    summary: 'Users who have the role: assigned directly, through a group, or through a composite role.',
    listed: 'Users',
    nameTitle: 'Username',
    placeholder: 'Username, name or e-mail',
    assign: 'Assign users',
    empty: 'Assign users, or change the search.',
  },
  group: {
    rows: 'components:count.groups',
    one: 'group',
    many: 'groups',
    title: 'Groups with this role',
    summary: 'Members of these groups have the role. Groups inherit the roles of their parents.',
    listed: 'Groups',
    nameTitle: 'Group',
    placeholder: 'Path',
    assign: 'Assign groups',
    empty: 'Assign groups, or change the search.',
  },
};
