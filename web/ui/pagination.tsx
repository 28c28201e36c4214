import { Link, type To } from 'react-router'

interface PaginationProps {
  /** From 1. */
  page: number
  pageCount: number
  linkTo: (page: number) => To
  /** The items: "products". */
  label?: string
}

/** Links to a list's pages; nothing if there is only one. */
export function Pagination({ page, pageCount, linkTo, label = 'pages' }: PaginationProps) {
  if (pageCount <= 1) return null
  return (
    <nav aria-label={`Pages of ${label}`} className="mt-8 flex flex-wrap items-center justify-center gap-1">
      {page > 1 && (
        <Link to={linkTo(page - 1)} rel="prev" className="page-link">
          Previous
        </Link>
      )}
      {pagesShown(page, pageCount).map((shown, index) =>
        shown === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no name, and there are at most two.
          <span key={`gap ${index}`} className="px-1 text-soft">
            …
          </span>
        ) : (
          <Link
            key={shown}
            to={linkTo(shown)}
            aria-label={`Page ${shown}`}
            aria-current={shown === page ? 'page' : undefined}
            className="page-link"
          >
            {shown}
          </Link>
        ),
      )}
      {page < pageCount && (
        <Link to={linkTo(page + 1)} rel="next" className="page-link">
          Next
        </Link>
      )}
    </nav>
  )
}

/** First, last, and one on each side of the current page; null is a gap of two or more pages. */
function pagesShown(page: number, pageCount: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, pageCount].filter((number) => number >= 1 && number <= pageCount)
  const sorted = [...new Set(wanted)].sort((a, b) => a - b)
  return sorted.flatMap((number, index) => {
    const before = sorted[index - 1] ?? 0
    if (number - before === 2) return [number - 1, number]
    return number - before > 2 ? [null, number] : [number]
  })
}
