// The client scopes assigned to a client.
import type { ReactNode } from 'react';
import { useClientScopes } from '../../api/client-scopes.ts';
import type { StoredClient } from '../../api/clients.ts';
import { ScopeAssignments } from '../../components/scope-assignments.tsx';
import { text } from '../../texts/text.ts';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';
import { sortRows } from '../../ui/sort-rows.ts';

/** The scopes of the client's own protocol. */
export function ClientScopes({ client }: { readonly client: StoredClient }): ReactNode {
  const scopes = useClientScopes();
  const protocol = client.protocol ?? 'openid-connect';
  return (
    <Section
      title={text('clients:scopes.title')}
      summary={text(protocol === 'saml' ? 'clients:scopes.samlSummary' : 'clients:scopes.summary')}
    >
      <QueryView query={scopes} lines={8}>
        {(rows) => (
          <ScopeAssignments
            scopes={sortRows(
              rows.filter((scope) => (scope.protocol ?? 'openid-connect') === protocol),
              (scope) => scope.name,
              false,
            )}
            clientUuid={client.id}
          />
        )}
      </QueryView>
    </Section>
  );
}
