// A role: details, associated roles, attributes, and who has it.
import { Anchor } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { Link, useParams } from 'react-router';
import type { RoleWire } from '#protocol/contract/roles.ts';
import { type StoredRole, useRole, useSaveRole } from '../../api/roles.ts';
import { roleText } from '../../components/describe-role-path.ts';
import { RoleAssignments } from '../../components/role-assignments.tsx';
import { describeRole } from '../../components/role-description.ts';
import { rolePath } from '../../components/role-label.tsx';
import { RichText } from '../../texts/rich-text.ts';
import { text } from '../../texts/text.ts';
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
  const isDefault = role.isDefault === true;
  return (
    <RoleAssignments
      subject={subject}
      name={roleText(role)}
      title={text(isDefault ? 'roles:associated.defaultTitle' : 'roles:associated.title')}
      summary={text(isDefault ? 'roles:associated.defaultSummary' : 'roles:associated.summary')}
      empty={text(isDefault ? 'roles:associated.defaultEmpty' : 'roles:associated.empty')}
    />
  );
}

function tabsOf(role: StoredRole): readonly ScreenTab[] {
  return [
    {
      name: 'details',
      title: text('roles:tab.details'),
      form: formOf(role, 'details'),
      content: (
        <RoleForm
          role={role}
          tab="details"
          label={text('roles:role.form', { role: role.name })}
          sections={roleSections()}
        />
      ),
    },
    {
      name: 'associated-roles',
      title: text(role.isDefault === true ? 'roles:tab.default' : 'roles:tab.associated'),
      content: <AssociatedRoles role={role} />,
    },
    {
      name: 'attributes',
      title: text('roles:tab.attributes'),
      form: formOf(role, 'attributes'),
      content: (
        <RoleForm
          role={role}
          tab="attributes"
          label={text('roles:role.attributesForm', { role: role.name })}
          sections={roleAttributeSections()}
        />
      ),
    },
    {
      name: 'users',
      title: text('roles:tab.users'),
      content: <RoleHolders key="user" role={role} kind="user" />,
    },
    {
      name: 'groups',
      title: text('roles:tab.groups'),
      content: <RoleHolders key="group" role={role} kind="group" />,
    },
  ];
}

/** The list in which the role is found. */
function listOf(role: RoleWire | undefined): string {
  return role?.clientId === undefined
    ? '/roles'
    : `/roles?${new URLSearchParams({ kind: 'client', client: role.clientId })}`;
}

function Summary({ role }: { readonly role: RoleWire }): ReactNode {
  const description = describeRole(role.description);
  if (role.isDefault === true) return text('roles:role.isDefault');
  if (role.clientUuid === undefined)
    return description === ''
      ? text('roles:role.ofRealm')
      : text('roles:role.ofRealmDescribed', { description });
  const client = role.clientId;
  const parts = { link: <Anchor component={Link} to={`/clients/${role.clientUuid}/roles`} inherit /> };
  return description === '' ? (
    <RichText of="roles:role.ofClient" values={{ client }} parts={parts} />
  ) : (
    <RichText of="roles:role.ofClientDescribed" values={{ client, description }} parts={parts} />
  );
}

/** The role in the URL. */
export function RoleScreen(): ReactNode {
  const { id = '' } = useParams();
  const query = useRole(id);
  const role = query.data;
  return (
    <Page
      title={role?.name ?? text('roles:role.title')}
      summary={role === undefined ? undefined : <Summary role={role} />}
      above={
        <Anchor component={Link} to={listOf(role)} fz="sm">
          <IconArrowLeft size={12} aria-hidden /> {text('roles:role.back')}
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
