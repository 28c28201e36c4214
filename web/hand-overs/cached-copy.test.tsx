import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#domain/time/calendar.ts'
import { english, openLanguage } from '#web/languages/i18n.ts'
import { asCopy } from '#web/offline/worker/codes.js'
import { CachedCopy } from './cached-copy.tsx'

const pidgin = openLanguage('pcm', {
  'No network. Saved {count} hours ago.': ['No "network". We save am ', ['count'], ' hours ago.'],
  'No network. This is a saved copy.': 'No network. Na copy be dis.',
})

/** The notice on a cached copy, `age` after the page was read. */
function saidAfter(ageMs: number | null, i18n = english): string {
  const readAt = ageMs === null ? null : new Date(Date.now() - ageMs).toISOString()
  const page = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <CachedCopy readAt={readAt} />
    </I18nProvider>,
  )
  const [, said = ''] = /<p id="cached-copy" role="status" class="[^"]+">(.*)<\/p>/.exec(asCopy(page)) ?? []
  return said
}

test.each([
  [MINUTE_MS, 'No network. Saved a moment ago.'],
  [90 * MINUTE_MS + MINUTE_MS / 2, 'No network. Saved 90 minutes ago.'],
  [3.5 * HOUR_MS, 'No network. Saved 3 hours ago.'],
  [60.5 * HOUR_MS, 'No network. Saved 2 days ago.'],
  [null, 'No network. This is a saved copy.'],
])('a copy of the codes says how old it is: after %s ms', (ageMs, said) => {
  expect(saidAfter(ageMs)).toBe(said)
})

test('it says so in the language of its page, and what is said cannot become markup', () => {
  expect(saidAfter(3.5 * HOUR_MS, pidgin)).toBe('No &quot;network&quot;. We save am 3 hours ago.')
  expect(saidAfter(null, pidgin)).toBe('No network. Na copy be dis.')
})
