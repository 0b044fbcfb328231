// Roles: the realm's roles and those of its clients.
import { Button, SegmentedControl, Select } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type StoredClient, useClients } from '../../api/clients.ts';
import { useRealmSettings } from '../../api/realm.ts';
import { NewRoleDialog } from '../../components/new-role-dialog.tsx';
import { rolePath } from '../../components/role-label.tsx';
import { RoleList } from '../../components/role-list.tsx';
import { perLanguage, text } from '../../texts/text.ts';
import { Page } from '../../ui/page.tsx';
import { useAddress } from '../../ui/use-address.ts';

const kinds = perLanguage(() => [
  { value: 'realm', label: text('roles:list.realm') },
  { value: 'client', label: text('roles:list.client') },
]);

/** `client`: a clientId; only of client roles. */
const ADDRESS = { kind: 'realm', client: '', search: '', page: '1' };
type Address = typeof ADDRESS;

interface FiltersProps {
  readonly address: Address;
  readonly clients: readonly StoredClient[];
  readonly onChange: (part: Partial<Address>) => void;
}

function Filters({ address: { kind, client }, clients, onChange }: FiltersProps): ReactNode {
  return (
    <>
      <SegmentedControl
        aria-label={text('roles:list.kind')}
        data={kinds()}
        value={kind}
        onChange={(next) => onChange({ kind: next, client: '', page: '1' })}
      />
      {kind === 'client' ? (
        <Select
          aria-label={text('roles:list.clientLabel')}
          placeholder={text('roles:list.allClients')}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': text('roles:list.allClients') }}
          nothingFoundMessage={text('roles:list.noClients')}
          data={clients.map(({ clientId }) => clientId)}
          value={client === '' ? null : client}
          onChange={(next) => onChange({ client: next ?? '', page: '1' })}
        />
      ) : undefined}
    </>
  );
}

/** Opens the composites of the role that every new user gets. */
function DefaultRolesButton(): ReactNode {
  const id = useRealmSettings().data?.defaultRole?.id;
  return id === undefined ? undefined : (
    <Button variant="default" component={Link} to={`${rolePath(id)}/associated-roles`}>
      {text('roles:list.default')}
    </Button>
  );
}

/** The list; `#/roles?kind=client&client=…&search=…&page=…` opens it with filters. */
export function RolesScreen(): ReactNode {
  const [address, change] = useAddress(ADDRESS);
  const clients = useClients().data ?? [];
  const [creating, dialog] = useDisclosure(false);
  const kind = address.kind === 'client' ? 'client' : 'realm';
  const client = kind === 'client' && address.client !== '' ? address.client : undefined;
  const owner = clients.find(({ clientId }) => clientId === client)?.id;
  return (
    <Page
      title={text('roles:title')}
      summary={text('roles:heading')}
      actions={
        <>
          <DefaultRolesButton />
          <Button leftSection={<IconPlus size={16} />} onClick={dialog.open}>
            {text('roles:list.create')}
          </Button>
        </>
      }
    >
      <RoleList
        kind={kind}
        {...(client === undefined ? {} : { client })}
        address={address}
        onChange={change}
        empty={text(kind === 'realm' ? 'roles:list.emptyRealm' : 'roles:list.emptyClient')}
        filters={<Filters address={address} clients={clients} onChange={change} />}
      />
      {creating ? (
        <NewRoleDialog {...(owner === undefined ? {} : { clientUuid: owner })} onClose={dialog.close} />
      ) : undefined}
    </Page>
  );
}
