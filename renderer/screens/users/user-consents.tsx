// What a user allowed clients to know.
import type { ReactNode } from 'react';
import { useUserConsents } from '../../api/consents.ts';
import type { StoredUser } from '../../api/users.ts';
import { ConsentTable } from '../../components/consent-table.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';

/** A revoked consent is asked for again. */
export function UserConsents({ user }: { readonly user: StoredUser }): ReactNode {
  const consents = useUserConsents(user);
  return (
    <Section title="Consents" summary="A revoked one is asked for again at the next sign-in.">
      <QueryView query={consents}>{(rows) => <ConsentTable consents={rows} withoutUser />}</QueryView>
    </Section>
  );
}
