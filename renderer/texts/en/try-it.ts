// The texts of “Try it”: the sample applications.

export const TRY_IT = {
  label: 'Try it: {{application}}',
  action: 'Try it',
  open: 'Open',
  stop: 'Stop',
  url: 'application URL',
  notStarted: 'The sample application did not start',
  notStopped: 'The sample application did not stop',
  'state.stopped': 'Ready to try',
  'state.starting': 'Starting',
  'state.running': 'Running',
  'state.failed': 'Did not start',
  'state.unavailable': 'Not in this realm',
  noError: 'It stopped without an error.',
  again: 'Press “Try it” to start it again.',
  'none.master':
    'The realm master is for the administrators of this server. The sample applications, like your own, sign users in to another realm.',
  'none.other':
    'The sample applications sign in with clients of the demo realm, which this realm does not have.',
  'none.switch': 'Switch to the demo realm',
  'none.start':
    'Start the server with <option>--demo-realm=true</option> and an empty data directory to get a demo realm with users, clients and sample applications.',
} as const;
