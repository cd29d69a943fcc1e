/** What stands on every page of an error, and on the list of all of them. */

export const errorPageWords = {
  title: 'Errors',
  lead:
    'Every error is the same object: `code` is what to branch on and never changes, `message` is English and for people, ' +
    '`request_id` is what to send us when you ask about it, `details` says more where there is more. Each answer with an error has a `Link` ' +
    'header with `rel="help"` to the page of its code.',
  split:
    '400 means that the request could not be read as asked; 422 that it was read, and its content cannot be right. Nothing is done or counted by ' +
    'halves: a refused request has changed nothing.',
  allTitle: 'All codes',
  head: '| Code | Status | What it means |\n|---|--:|---|',
  retryTitle: 'Trying again',
  retry: [
    '- 429: after `Retry-After` seconds.',
    '- 500, 503, 504: with growing pauses, for example 1, 2, 4 and 8 seconds, each a little longer or shorter by chance. Give what creates or counts an `Idempotency-Key`, so that nothing happens twice.',
    '- Everything else: never unchanged. The answer would be the same.',
  ].join('\n'),
  answers: (status: number) => `Answered with status ${status}.`,
  when: 'When',
  toDo: 'What to do',
  detailsTitle: 'In details',
  detailsHead: '| Key | What it says |\n|---|---|',
  againTitle: 'Trying again',
  again: {
    never: 'Not unchanged: the same request is refused again.',
    after: 'After as many seconds as `Retry-After` says.',
    backoff: 'With growing pauses.',
  },
  example: 'Example',
  allErrors: '[All errors](/docs/errors)',
}
