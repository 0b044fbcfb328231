// Consents of a user.
import type { ReactNode } from 'react';
import { useUserConsents } from '../../api/consents.ts';
import type { StoredUser } from '../../api/users.ts';
import { ConsentTable } from '../../components/consent-table.tsx';
import { text } from '../../texts/text.ts';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';

export function UserConsents({ user }: { readonly user: StoredUser }): ReactNode {
  const consents = useUserConsents(user);
  return (
    <Section title={text('users:consents.title')} summary={text('users:consents.summary')}>
      <QueryView query={consents}>{(rows) => <ConsentTable consents={rows} withoutUser />}</QueryView>
    </Section>
  );
}
