import { useLingui } from '@lingui/react'
import { Form, Link, useNavigation } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import type { SavedSearch } from './search-queries.ts'

/** The searches that the user wants a result of, each with its button to remove it. */
export function SavedSearches({ searches }: { searches: readonly SavedSearch[] }) {
  const { i18n } = useLingui()
  const removing = useNavigation().formData?.get('id')
  if (searches.length === 0) return null
  return (
    <section aria-labelledby="searches" className="mt-8">
      <h2 id="searches" className="text-22">
        {i18n.t('What we look for')}
      </h2>
      <p className="mb-3 text-soft">{i18n.t('We tell you once, as soon as a product or group buy matches.')}</p>
      <ul className="divide-y divide-grain border-y border-grain">
        {searches.map(({ id, words }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
            <Link to={`/search?${new URLSearchParams({ q: words })}`} className="text-link min-w-0 break-words">
              {words}
            </Link>
            <Form method="post" action="/account/follows" preventScrollReset>
              <input type="hidden" name="kind" value="search" />
              <input type="hidden" name="id" value={id} />
              <Button tone="plain" size="small" busy={removing === id} aria-label={`${i18n.t('Remove')}: ${words}`}>
                {i18n.t('Remove')}
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  )
}
