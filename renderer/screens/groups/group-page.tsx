// One group: details, child groups, members, attributes and roles.
import { Anchor, Breadcrumbs, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowLeft, IconFolderSymlink } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { useRealm } from '../../api/api-context.tsx';
import {
  groupPath,
  groupsKey,
  type StoredGroup,
  useGroup,
  useGroupAncestors,
  useSaveGroup,
} from '../../api/groups.ts';
import type { RoleSubject } from '../../api/roles.ts';
import { DeleteButton } from '../../components/delete-button.tsx';
import { RoleAssignments } from '../../components/role-assignments.tsx';
import { text } from '../../texts/text.ts';
import { CopyValue } from '../../ui/copy-value.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { type ScreenTab, ScreenTabs } from '../../ui/screen-tabs.tsx';
import { type FieldSection, SettingsForm } from '../../ui/settings-form.tsx';
import { currentParameters } from '../../ui/use-address.ts';
import { GroupChildren } from './group-children.tsx';
import { attributeSections, detailSections } from './group-fields.ts';
import { GroupMembers } from './group-members.tsx';
import { MoveGroupDialog } from './move-group-dialog.tsx';

/** Name of the draft of a tab. */
function groupForm(group: StoredGroup, tab: string): string {
  return `group ${group.id} ${tab}`;
}

interface FormProps {
  readonly group: StoredGroup;
  readonly tab: string;
  readonly label: string;
  readonly sections: readonly FieldSection[];
}

function GroupForm({ group, tab, label, sections }: FormProps): ReactNode {
  const save = useSaveGroup(group);
  return (
    <SettingsForm
      label={label}
      form={groupForm(group, tab)}
      sections={sections}
      representation={group}
      onSave={(part) => save.mutateAsync(part)}
    />
  );
}

function Details({ group }: { readonly group: StoredGroup }): ReactNode {
  return (
    <Stack gap="md">
      <Stack gap={4}>
        <Group gap="xs">
          <Text c="dimmed" fz="sm">
            {text('groups:group.path')}
          </Text>
          <CopyValue value={group.path} label={text('groups:group.pathCopied')} />
        </Group>
        <Group gap="xs">
          <Text c="dimmed" fz="sm">
            {text('groups:group.id')}
          </Text>
          <CopyValue value={group.id} label={text('groups:group.idCopied')} />
        </Group>
      </Stack>
      <GroupForm
        group={group}
        tab="details"
        label={text('groups:group.form', { group: group.name })}
        sections={detailSections()}
      />
    </Stack>
  );
}

function Roles({ group }: { readonly group: StoredGroup }): ReactNode {
  const subject = useMemo((): RoleSubject => ({ kind: 'group', id: group.id }), [group.id]);
  return (
    <RoleAssignments
      subject={subject}
      name={group.path}
      title={text('groups:roles.title')}
      summary={text('groups:roles.summary')}
      empty={text('groups:roles.empty', { group: group.path })}
    />
  );
}

function tabsOf(group: StoredGroup): readonly ScreenTab[] {
  return [
    {
      name: 'details',
      title: text('groups:tab.details'),
      form: groupForm(group, 'details'),
      content: <Details group={group} />,
    },
    { name: 'children', title: text('groups:tab.children'), content: <GroupChildren group={group} /> },
    { name: 'members', title: text('groups:tab.members'), content: <GroupMembers group={group} /> },
    {
      name: 'attributes',
      title: text('groups:tab.attributes'),
      form: groupForm(group, 'attributes'),
      content: (
        <GroupForm
          group={group}
          tab="attributes"
          label={text('groups:group.attributesForm', { group: group.name })}
          sections={attributeSections()}
        />
      ),
    },
    { name: 'roles', title: text('groups:tab.roles'), content: <Roles group={group} /> },
  ];
}

/** The search of the tree, which all tabs keep. */
function searchQuery(): string {
  const search = currentParameters().get('search');
  return search === null ? '' : `?${new URLSearchParams({ search })}`;
}

function Actions({ group }: { readonly group: StoredGroup }): ReactNode {
  const [realm] = useRealm();
  const [moving, dialog] = useDisclosure(false);
  const deletion = {
    path: groupPath(realm, group.id),
    what: text('groups:group.name', { group: group.path }),
    queryKey: groupsKey(realm),
  };
  return (
    <>
      <Button variant="default" leftSection={<IconFolderSymlink size={16} />} onClick={dialog.open}>
        {text('groups:move.open')}
      </Button>
      <DeleteButton
        deletion={deletion}
        leaveTo={group.parentId === undefined ? '/groups' : `/groups/${group.parentId}/children`}
      />
      {moving ? <MoveGroupDialog group={group} onClose={dialog.close} /> : undefined}
    </>
  );
}

/** Links to the groups above. */
function Above({ id }: { readonly id: string }): ReactNode {
  const above = useGroupAncestors(id).data ?? [];
  return (
    <Breadcrumbs separatorMargin={4} style={{ flexWrap: 'wrap' }}>
      <Anchor component={Link} to="/groups" fz="sm">
        <IconArrowLeft size={12} aria-hidden /> {text('groups:group.back')}
      </Anchor>
      {above.map((group) => (
        <Anchor key={group.id} component={Link} to={`/groups/${group.id}`} fz="sm">
          {group.name}
        </Anchor>
      ))}
    </Breadcrumbs>
  );
}

/** The group in the URL. */
export function GroupPage({ id }: { readonly id: string }): ReactNode {
  const query = useGroup(id);
  const group = query.data;
  return (
    <Page
      title={group?.name ?? text('groups:group.title')}
      summary={group?.description}
      above={<Above id={id} />}
      actions={group === undefined ? undefined : <Actions group={group} />}
    >
      <QueryView query={query} lines={8}>
        {(loaded) => (
          <ScreenTabs
            key={loaded.id}
            path={`/groups/${loaded.id}`}
            tabs={tabsOf(loaded)}
            query={searchQuery}
          />
        )}
      </QueryView>
    </Page>
  );
}
