import { Link } from 'react-router'

/** In a list in which nothing is what was searched for: the way to what is near it, in all lists at once. */
export function NearestInstead({ search }: { search: string }) {
  if (!search) return null
  return (
    <p className="wrap-anywhere">
      Nothing here for “{search}”.{' '}
      <Link
        to={`/search?${new URLSearchParams({ q: search })}`}
        className="text-link inline-flex min-h-11 items-center"
      >
        See what is nearest
      </Link>
    </p>
  )
}
