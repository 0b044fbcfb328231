// A role: details, associated roles, attributes, and who has it.
import { Anchor } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { Link, useParams } from 'react-router';
import { readableRoleDescription } from '#protocol/contract/role-description.ts';
import type { RoleWire } from '#protocol/contract/roles.ts';
import { type StoredRole, useRole, useSaveRole } from '../../api/roles.ts';
import { roleText } from '../../components/describe-role-path.ts';
import { RoleAssignments } from '../../components/role-assignments.tsx';
import { rolePath } from '../../components/role-label.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { type ScreenTab, ScreenTabs } from '../../ui/screen-tabs.tsx';
import { type FieldSection, SettingsForm } from '../../ui/settings-form.tsx';
import { DeleteRole } from './delete-role.tsx';
import { roleAttributeSections, roleSections } from './role-fields.ts';
import { RoleHolders } from './role-holders.tsx';

interface FormProps {
  readonly role: StoredRole;
  readonly tab: string;
  readonly label: string;
  readonly sections: readonly FieldSection[];
}

/** Name of the draft of a tab. */
function formOf(role: RoleWire, tab: string): string {
  return `role ${role.id} ${tab}`;
}

function RoleForm({ role, tab, label, sections }: FormProps): ReactNode {
  const save = useSaveRole(role.id);
  const representation = useMemo(() => ({ ...role.representation }), [role.representation]);
  return (
    <SettingsForm
      label={label}
      form={formOf(role, tab)}
      sections={sections}
      representation={representation}
      onSave={(part) => save.mutateAsync(part)}
    />
  );
}

function AssociatedRoles({ role }: { readonly role: RoleWire }): ReactNode {
  const subject = useMemo(() => ({ kind: 'role', id: role.id }) as const, [role.id]);
  return (
    <RoleAssignments
      subject={subject}
      name={roleText(role)}
      title={role.isDefault === true ? 'Default roles' : 'Associated roles'}
      summary={
        role.isDefault === true
          ? 'Every new user gets this role, and with it the roles below.'
          : 'Users who have this role also have its associated roles, and what is associated with those.'
      }
      empty={
        role.isDefault === true
          ? 'New users get no other roles. Assign roles that every new user should have.'
          : 'Assign roles to make this a composite role.'
      }
    />
  );
}

function tabsOf(role: StoredRole): readonly ScreenTab[] {
  return [
    {
      name: 'details',
      title: 'Details',
      form: formOf(role, 'details'),
      content: <RoleForm role={role} tab="details" label={`Role ${role.name}`} sections={roleSections()} />,
    },
    {
      name: 'associated-roles',
      title: role.isDefault === true ? 'Default roles' : 'Associated roles',
      content: <AssociatedRoles role={role} />,
    },
    {
      name: 'attributes',
      title: 'Attributes',
      form: formOf(role, 'attributes'),
      content: (
        <RoleForm
          role={role}
          tab="attributes"
          label={`Attributes of role ${role.name}`}
          sections={roleAttributeSections()}
        />
      ),
    },
    { name: 'users', title: 'Users in role', content: <RoleHolders key="user" role={role} kind="user" /> },
    { name: 'groups', title: 'Groups', content: <RoleHolders key="group" role={role} kind="group" /> },
  ];
}

/** The list in which the role is found. */
function listOf(role: RoleWire | undefined): string {
  return role?.clientId === undefined
    ? '/roles'
    : `/roles?${new URLSearchParams({ kind: 'client', client: role.clientId })}`;
}

function Summary({ role }: { readonly role: RoleWire }): ReactNode {
  const description = readableRoleDescription(role.description);
  const after = description === '' ? '' : `: ${description}`;
  if (role.isDefault === true)
    return `The realm’s default role, which every new user gets. It cannot be deleted.`;
  if (role.clientUuid === undefined) return `Realm role${after}`;
  return (
    <>
      Role of client{' '}
      <Anchor component={Link} to={`/clients/${role.clientUuid}/roles`} inherit>
        {role.clientId}
      </Anchor>
      {after}
    </>
  );
}

/** The role in the URL. */
export function RoleScreen(): ReactNode {
  const { id = '' } = useParams();
  const query = useRole(id);
  const role = query.data;
  return (
    <Page
      title={role?.name ?? 'Role'}
      summary={role === undefined ? undefined : <Summary role={role} />}
      above={
        <Anchor component={Link} to={listOf(role)} fz="sm">
          <IconArrowLeft size={12} aria-hidden /> Roles
        </Anchor>
      }
      actions={role === undefined ? undefined : <DeleteRole role={role} leaveTo={listOf(role)} />}
    >
      <QueryView query={query} lines={8}>
        {(loaded) => <ScreenTabs key={loaded.id} path={rolePath(loaded.id)} tabs={tabsOf(loaded)} />}
      </QueryView>
    </Page>
  );
}
