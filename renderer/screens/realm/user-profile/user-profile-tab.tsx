// The user profile of the realm: attributes, groups, and what is allowed besides them. Changes take effect immediately.
import { Alert, Select, Stack } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { UserProfileConfigWire } from '#protocol/contract/user-profile.ts';
import { type UserProfile, useChangeUserProfile, useUserProfile } from '../../../api/user-profile.ts';
import { announceOutcome } from '../../../ui/announce.tsx';
import { MemberLabel } from '../../../ui/member-label.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { Section } from '../../../ui/section.tsx';
import {
  attributeFields,
  describeAttribute,
  NEW_ATTRIBUTE,
  readAttribute,
  writeAttribute,
} from './attribute-fields.ts';
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

const POLICIES = [
  { value: '', label: 'Not allowed' },
  { value: 'ENABLED', label: 'Allowed (ENABLED)' },
  { value: 'ADMIN_EDIT', label: 'Only administrators can view and edit them (ADMIN_EDIT)' },
  { value: 'ADMIN_VIEW', label: 'Only administrators can view them (ADMIN_VIEW)' },
];

function PolicySection({ config, change }: Props): ReactNode {
  const policy = String(config.unmanagedAttributePolicy ?? '');
  return (
    <Section title="Other attributes" summary="Attributes of users that the profile does not define.">
      <Select
        label={<MemberLabel text="Unmanaged attributes" member="unmanagedAttributePolicy" />}
        allowDeselect={false}
        data={POLICIES}
        value={policy}
        onChange={(next) =>
          void announceOutcome(
            change((current) => withPolicy(current, next ?? '')),
            { done: () => 'Saved: Unmanaged attributes.', failed: 'The user profile was not changed' },
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
  return (
    <RemoveDialog
      what={`${list === 'groups' ? 'group' : 'attribute'} ${name}`}
      consequence={
        list === 'groups'
          ? 'Its attributes stay in the user profile, without a group.'
          : 'Forms no longer show it. Users keep their values as unmanaged attributes.'
      }
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
  const one = list === 'groups' ? 'group' : 'attribute';
  return (
    <EntryDialog
      what={isNew ? one : `${one} ${entry.name}`}
      isNew={isNew}
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
    entries: entriesOf(config, list),
    onMove: (name: string, step: -1 | 1) =>
      announceOutcome(
        change((current) => withEntryMoved(current, list, name, step)),
        { failed: `${name} was not moved` },
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
        <Alert icon={<IconInfoCircle />} variant="default" title="This realm has no user profile of its own">
          It uses the default profile of a new Keycloak realm, and users may have any attribute. With the
          first change here, the profile is saved, and only its attributes are allowed unless you allow others
          below.
        </Alert>
      )}
      <EntryList
        title="Attributes"
        summary="Forms for users and administrators show them in this order."
        one="attribute"
        describe={describeAttribute}
        isFixed={({ name }) => FIXED.includes(name)}
        {...listProps('attributes')}
      />
      <EntryList
        title="Groups"
        summary="Headings for attributes in forms."
        one="group"
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
