// Repeated parameters of an authorization request.
import { defineStep, type Step } from '../authorization-facts.ts';
import { checkNoDuplicates } from '../check-form.ts';

/** RFC 6749 §3.1: no parameter is repeated. */
export const checkDuplicates: Step = defineStep({
  name: 'check-duplicates',
  section: 'RFC 6749 §3.1',
  needs: ['parameters'],
  gives: [],
  run(_exchange, { parameters }) {
    checkNoDuplicates(parameters, 'RFC 6749 §3.1');
    return {};
  },
  describe: () => 'No parameter was sent more than once.',
});
