import { useLingui } from '@lingui/react'
import { Link } from 'react-router'

/** For a list without exact matches: a link to the closest matches of every list. */
export function NearestMatches({ search }: { search: string }) {
  const { i18n } = useLingui()
  if (!search) return null
  return (
    <p className="wrap-anywhere">
      {i18n.t('Nothing here for “{search}”.', { search })}{' '}
      <Link
        to={`/search?${new URLSearchParams({ q: search })}`}
        className="text-link inline-flex min-h-11 items-center"
      >
        {i18n.t('See the closest matches')}
      </Link>
    </p>
  )
}
