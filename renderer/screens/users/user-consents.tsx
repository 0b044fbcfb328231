// Consents of a user.
import type { ReactNode } from 'react';
import { useUserConsents } from '../../api/consents.ts';
import type { StoredUser } from '../../api/users.ts';
import { ConsentTable } from '../../components/consent-table.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';

export function UserConsents({ user }: { readonly user: StoredUser }): ReactNode {
  const consents = useUserConsents(user);
  return (
    <Section title="Consents" summary="After a revocation, the user is asked again at the next sign-in.">
      <QueryView query={consents}>{(rows) => <ConsentTable consents={rows} withoutUser />}</QueryView>
    </Section>
  );
}
