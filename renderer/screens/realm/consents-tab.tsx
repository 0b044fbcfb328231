// Consents of all users of the realm.
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { CONSENTS_PER_PAGE, useRealmConsents } from '../../api/consents.ts';
import { ConsentTable } from '../../components/consent-table.tsx';
import { Pages } from '../../ui/pages.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';

/** The Consents tab. */
export function ConsentsTab(): ReactNode {
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text, 200);
  const [page, setPage] = useState(1);
  const consents = useRealmConsents(search, page);
  return (
    <Section
      title="Consents"
      summary="Access that users have granted to clients. After a revocation, the user is asked again."
    >
      <TextInput
        aria-label="Search consents"
        placeholder="User or client"
        leftSection={<IconSearch size={16} />}
        maw={320}
        mb="sm"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setPage(1);
        }}
      />
      <QueryView query={consents} lines={4}>
        {(data) => (
          <>
            <ConsentTable consents={data.consents} />
            <Pages
              total={data.total}
              perPage={CONSENTS_PER_PAGE}
              page={page}
              onPage={setPage}
              one="consent"
              many="consents"
            />
          </>
        )}
      </QueryView>
    </Section>
  );
}
