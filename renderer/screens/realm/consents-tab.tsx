// Consents of all users of the realm.
import { useDebouncedValue } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { CONSENTS_PER_PAGE, useRealmConsents } from '../../api/consents.ts';
import { ConsentTable } from '../../components/consent-table.tsx';
import { text } from '../../texts/text.ts';
import { Pages } from '../../ui/pages.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Section } from '../../ui/section.tsx';
import { readPage, useAddress } from '../../ui/use-address.ts';

const ADDRESS = { search: '', page: '1' };

/** The Consents tab. */
export function ConsentsTab(): ReactNode {
  const [address, change] = useAddress(ADDRESS);
  const [search] = useDebouncedValue(address.search, 200);
  const page = readPage(address.page);
  const consents = useRealmConsents(search, page);
  return (
    <Section title={text('realm:consents.title')} summary={text('realm:consents.summary')}>
      <SearchField
        label={text('realm:consents.search')}
        placeholder={text('realm:consents.searchPlaceholder')}
        maw={320}
        mb="sm"
        value={address.search}
        onChange={(next) => change({ search: next, page: '1' })}
      />
      <QueryView query={consents} lines={4}>
        {(data) => (
          <>
            <ConsentTable consents={data.consents} />
            <Pages
              total={data.total}
              perPage={CONSENTS_PER_PAGE}
              page={page}
              onPage={(next) => change({ page: String(next) })}
              rows="components:count.consents"
            />
          </>
        )}
      </QueryView>
    </Section>
  );
}
