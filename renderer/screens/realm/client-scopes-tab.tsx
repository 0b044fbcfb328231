// The realm's client scopes, and which of them are assigned to new clients.
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type StoredClientScope, useClientScopes } from '../../api/client-scopes.ts';
import { ScopeAssignments } from '../../components/scope-assignments.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Section } from '../../ui/section.tsx';
import { sortRows } from '../../ui/sort-rows.ts';
import { useAddress } from '../../ui/use-address.ts';
import { NewClientScopeDialog } from './new-client-scope-dialog.tsx';

const ADDRESS = { search: '' };

function List({ scopes }: { readonly scopes: readonly StoredClientScope[] }): ReactNode {
  const [{ search }, change] = useAddress(ADDRESS);
  const words = search.trim().toLowerCase();
  const shown = sortRows(
    scopes.filter((scope) => `${scope.name} ${scope.description ?? ''}`.toLowerCase().includes(words)),
    (scope) => scope.name,
    false,
  );
  return (
    <>
      <SearchField
        label="Search client scopes"
        placeholder="Name or description"
        maw={320}
        mb="sm"
        value={search}
        onChange={(text) => change({ search: text })}
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
  const scopes = useClientScopes();
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
        {(rows) => <List scopes={rows} />}
      </QueryView>
      {creating ? <NewClientScopeDialog onClose={dialog.close} /> : undefined}
    </Section>
  );
}
