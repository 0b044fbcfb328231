// The filter of the list in the URL of the screen.
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useRealm } from '../../api/api-context.tsx';
import { currentParameters } from '../../ui/use-address.ts';
import { type FilterChange, type FilterChoice, readFilter, writeFilter } from './flow-filter.ts';

/** The filter, and the function that changes it. */
export interface FilterControl {
  readonly filter: FilterChoice;
  readonly change: (change: FilterChange) => void;
}

export function useFlowFilter(): FilterControl {
  const [parameters, setParameters] = useSearchParams();
  const [realm] = useRealm();
  return {
    filter: useMemo(() => readFilter(parameters, realm), [parameters, realm]),
    change: (change) => setParameters(writeFilter(currentParameters(), change), { replace: true }),
  };
}
