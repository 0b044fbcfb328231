// The realm's client scopes, and which of them are assigned to new clients.
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type StoredClientScope, useClientScopes } from '../../api/client-scopes.ts';
import { ScopeAssignments } from '../../components/scope-assignments.tsx';
import { text } from '../../texts/text.ts';
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
        label={text('realm:scopes.search')}
        placeholder={text('realm:scopes.searchPlaceholder')}
        maw={320}
        mb="sm"
        value={search}
        onChange={(next) => change({ search: next })}
      />
      {shown.length === 0 ? (
        <EmptyState title={text('realm:scopes.noMatch')} text={text('realm:scopes.noMatchText')} />
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
      title={text('realm:scopes.title')}
      summary={text('realm:scopes.summary')}
      aside={
        <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={dialog.open}>
          {text('realm:scopes.create')}
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
