import { offsetBeyond, rangeNotSatisfiable } from './errors/errors.ts'
import type { Level } from './parsing/parse-query.ts'

type PageBounds = Pick<Level, 'limit' | 'offset'>

/** `Range: 0-9` applies if the URL has neither limit nor offset. Throws PGRST103 if its end is before its start. */
export function rangeOf(asked: PageBounds | undefined, header: string | null): PageBounds {
  const { limit, offset } = asked ?? {}
  const found = /^(\d{1,15})-(\d{1,15})?$/.exec(header?.trim() ?? '')
  if (!found || limit !== undefined || offset !== undefined) return { limit, offset }
  const first = Number(found[1])
  const last = found[2] === undefined ? undefined : Number(found[2])
  if (last !== undefined && last < first) {
    throw rangeNotSatisfiable(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    )
  }
  return { offset: first, limit: last === undefined ? undefined : last - first + 1 }
}

/** Status and `Content-Range` of a page. Throws 416 if the offset lies beyond a known total. */
export function pageRange(offset: number, page: number, total: number | undefined): { status: number; range: string } {
  if (total !== undefined && offset > total) throw offsetBeyond(offset, total)
  const rows = page > 0 && total !== 0 ? `${offset}-${offset + page - 1}` : '*'
  const isPart = total !== undefined && page < total
  return { status: isPart ? 206 : 200, range: `${rows}/${total ?? '*'}` }
}
