// The realm's client scopes, and which of them are assigned to new clients.
import { Button, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useRealm } from '../../api/api-context.tsx';
import { clientScopePath, type StoredClientScope, useClientScopes } from '../../api/client-scopes.ts';
import { ScopeAssignments } from '../../components/scope-assignments.tsx';
import { usePendingDeletions } from '../../components/undoable-delete.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';
import { sortRows } from '../../ui/sort-rows.ts';
import { NewClientScopeDialog } from './new-client-scope-dialog.tsx';

function List({ scopes }: { readonly scopes: readonly StoredClientScope[] }): ReactNode {
  const [search, setSearch] = useState('');
  const words = search.trim().toLowerCase();
  const shown = sortRows(
    scopes.filter((scope) => `${scope.name} ${scope.description ?? ''}`.toLowerCase().includes(words)),
    (scope) => scope.name,
    false,
  );
  return (
    <>
      <TextInput
        aria-label="Search client scopes"
        placeholder="Name or description"
        leftSection={<IconSearch size={16} />}
        maw={320}
        mb="sm"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {shown.length === 0 ? (
        <EmptyState
          title="No matching client scopes"
          text="A client scope is a set of claims that applications can request. Create one, or change the search."
        />
      ) : (
        <ScopeAssignments scopes={shown} />
      )}
    </>
  );
}

/** The Client scopes tab. The link in a row opens the scope. */
export function ClientScopesTab(): ReactNode {
  const [realm] = useRealm();
  const scopes = useClientScopes();
  const pending = usePendingDeletions();
  const [creating, dialog] = useDisclosure(false);
  return (
    <Section
      title="Client scopes"
      summary="The assigned type applies to new clients. Default scopes always apply, optional scopes on request."
      aside={
        <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={dialog.open}>
          Create client scope
        </Button>
      }
    >
      <QueryView query={scopes} lines={8}>
        {(rows) => <List scopes={rows.filter((scope) => !pending.has(clientScopePath(realm, scope.id)))} />}
      </QueryView>
      {creating ? <NewClientScopeDialog onClose={dialog.close} /> : undefined}
    </Section>
  );
}
