// The user profile of the realm: attributes, groups, and what is allowed besides them. Changes take effect immediately.
import { Alert, Select, Stack } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { UserProfileConfigWire } from '#protocol/contract/user-profile.ts';
import { type UserProfile, useChangeUserProfile, useUserProfile } from '../../../api/user-profile.ts';
import { perLanguage, text } from '../../../texts/text.ts';
import { announceOutcome } from '../../../ui/announce.tsx';
import { MemberLabel } from '../../../ui/member-label.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { Section } from '../../../ui/section.tsx';
import { attributeFields, NEW_ATTRIBUTE, readAttribute, writeAttribute } from './attribute-fields.ts';
import { describeAttribute } from './describe-attribute.ts';
import { EntryDialog, RemoveDialog } from './entry-dialog.tsx';
import { EntryList } from './entry-list.tsx';
import { describeGroup, groupFields, readGroup, writeGroup } from './group-fields.ts';
import {
  entriesOf,
  type ProfileEntry,
  type ProfileList,
  withEntry,
  withEntryMoved,
  withoutEntry,
  withPolicy,
} from './profile-changes.ts';

type Change = (change: (config: UserProfileConfigWire) => UserProfileConfigWire) => Promise<void>;

interface Open {
  readonly list: ProfileList;
  readonly entry: ProfileEntry | undefined;
  readonly removes?: boolean;
}

interface Props {
  readonly config: UserProfileConfigWire;
  readonly change: Change;
}

const policies = perLanguage(() => [
  { value: '', label: text('userProfile:policy.none') },
  { value: 'ENABLED', label: text('userProfile:policy.enabled') },
  { value: 'ADMIN_EDIT', label: text('userProfile:policy.adminEdit') },
  { value: 'ADMIN_VIEW', label: text('userProfile:policy.adminView') },
]);

/** What is said about entries of each list. */
const ENTRY_TEXTS = {
  attributes: {
    title: 'userProfile:attributes.title',
    summary: 'userProfile:attributes.summary',
    add: 'userProfile:attributes.add',
    addTitle: 'userProfile:attributes.addTitle',
    edit: 'userProfile:attributes.edit',
    added: 'userProfile:attributes.added',
    notAdded: 'userProfile:attributes.notAdded',
    saved: 'userProfile:attributes.saved',
    notSaved: 'userProfile:attributes.notSaved',
    remove: 'userProfile:attributes.remove',
    removed: 'userProfile:attributes.removed',
    notRemoved: 'userProfile:attributes.notRemoved',
    consequence: 'userProfile:attributes.consequence',
  },
  groups: {
    title: 'userProfile:groups.title',
    summary: 'userProfile:groups.summary',
    add: 'userProfile:groups.add',
    addTitle: 'userProfile:groups.addTitle',
    edit: 'userProfile:groups.edit',
    added: 'userProfile:groups.added',
    notAdded: 'userProfile:groups.notAdded',
    saved: 'userProfile:groups.saved',
    notSaved: 'userProfile:groups.notSaved',
    remove: 'userProfile:groups.remove',
    removed: 'userProfile:groups.removed',
    notRemoved: 'userProfile:groups.notRemoved',
    consequence: 'userProfile:groups.consequence',
  },
} as const satisfies Readonly<Record<ProfileList, unknown>>;

function PolicySection({ config, change }: Props): ReactNode {
  const policy = String(config.unmanagedAttributePolicy ?? '');
  return (
    <Section title={text('userProfile:policy.title')} summary={text('userProfile:policy.summary')}>
      <Select
        label={<MemberLabel text={text('userProfile:policy.label')} member="unmanagedAttributePolicy" />}
        allowDeselect={false}
        data={policies()}
        value={policy}
        onChange={(next) =>
          void announceOutcome(
            change((current) => withPolicy(current, next ?? '')),
            { done: () => text('userProfile:policy.saved'), failed: text('userProfile:policy.failed') },
          )
        }
      />
    </Section>
  );
}

interface DialogProps extends Props {
  readonly open: Open;
  readonly onClose: () => void;
}

function RemovingDialog({ open, change, onClose }: DialogProps): ReactNode {
  const { list } = open;
  const name = open.entry?.name ?? '';
  const says = ENTRY_TEXTS[list];
  return (
    <RemoveDialog
      title={text(says.remove, { name })}
      done={text(says.removed, { name })}
      failed={text(says.notRemoved, { name })}
      consequence={text(says.consequence)}
      onRemove={() => change((current) => withoutEntry(current, list, name))}
      onClose={onClose}
    />
  );
}

function EditingDialog({ open, config, change, onClose }: DialogProps): ReactNode {
  const { list, entry } = open;
  const others = entriesOf(config, list).flatMap(({ name }) => (name === entry?.name ? [] : [name]));
  const isNew = entry === undefined;
  const groups = entriesOf(config, 'groups');
  const fields = list === 'groups' ? groupFields(others) : attributeFields({ groups, others, isNew });
  const before = entry ?? (list === 'groups' ? {} : NEW_ATTRIBUTE);
  const write = list === 'groups' ? writeGroup : writeAttribute;
  const says = ENTRY_TEXTS[list];
  return (
    <EntryDialog
      title={isNew ? text(says.addTitle) : text(says.edit, { name: entry.name })}
      action={text(isNew ? 'userProfile:add' : 'userProfile:save')}
      done={isNew ? text(says.added) : text(says.saved, { name: entry.name })}
      failed={isNew ? text(says.notAdded) : text(says.notSaved, { name: entry.name })}
      fields={fields}
      initial={list === 'groups' ? readGroup(fields, before) : readAttribute(fields, before)}
      onSave={(values) => change((current) => withEntry(current, list, entry?.name, write(before, values)))}
      onClose={onClose}
    />
  );
}

/** Attributes that every profile has. */
const FIXED: readonly string[] = ['username', 'email'];

function Profile({ profile }: { readonly profile: UserProfile }): ReactNode {
  const { config, isConfigured } = profile;
  const [open, setOpen] = useState<Open | undefined>(undefined);
  const { mutateAsync: change } = useChangeUserProfile();
  const attributes = entriesOf(config, 'attributes');
  const listProps = (list: ProfileList) => ({
    title: text(ENTRY_TEXTS[list].title),
    summary: text(ENTRY_TEXTS[list].summary),
    add: text(ENTRY_TEXTS[list].add),
    entries: entriesOf(config, list),
    onMove: (name: string, step: -1 | 1) =>
      announceOutcome(
        change((current) => withEntryMoved(current, list, name, step)),
        { failed: text('userProfile:row.notMoved', { name }) },
      ),
    onAdd: () => setOpen({ list, entry: undefined }),
    onEdit: (entry: ProfileEntry) => setOpen({ list, entry }),
    onRemove: (entry: ProfileEntry) => setOpen({ list, entry, removes: true }),
  });
  const dialog = {
    open: open ?? { list: 'groups', entry: undefined },
    config,
    change,
    onClose: () => setOpen(undefined),
  } as const;
  return (
    <Stack gap="md">
      {isConfigured ? undefined : (
        <Alert icon={<IconInfoCircle />} variant="default" title={text('userProfile:default.title')}>
          {text('userProfile:default.text')}
        </Alert>
      )}
      <EntryList
        describe={describeAttribute}
        isFixed={({ name }) => FIXED.includes(name)}
        {...listProps('attributes')}
      />
      <EntryList
        describe={(group) =>
          describeGroup(group, attributes.filter((attribute) => attribute['group'] === group.name).length)
        }
        isFixed={() => false}
        {...listProps('groups')}
      />
      <PolicySection config={config} change={change} />
      {open === undefined ? undefined : open.removes === true ? (
        <RemovingDialog {...dialog} />
      ) : (
        <EditingDialog {...dialog} />
      )}
    </Stack>
  );
}

/** The tab. */
export function UserProfileTab(): ReactNode {
  return (
    <QueryView query={useUserProfile()} lines={8}>
      {(profile) => <Profile profile={profile} />}
    </QueryView>
  );
}
