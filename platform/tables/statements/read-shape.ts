/** A URL without the values of its plain filters, so that one plan serves all requests that differ only in these. */
export interface ReadShape {
  /** Path and query, with a mark in place of each value. */
  location: string
  /** The extracted values, decoded, in order. */
  values: string[]
}

/** `id=eq.7`, `end_date=gt.2026-03-14`: the value is bound as it was sent and does not affect the plan. */
const FILTER =
  /^(?!(?:select|order|limit|offset|and|or|not|columns|on_conflict|apikey)=)([a-z_][a-z\d_]*=(?:eq|neq|gte?|lte?)\.)([\w.:%-]*)$/
/** A placeholder that occurs in none of our URLs; a URL that contains it is not split. */
const PLACEHOLDER = '%7F'
const SPOT = /^\x7f(\d+)\x7f$/

/** Returns the URL itself, without values, if it cannot be split reliably. */
export function toReadShape(location: string): ReadShape {
  const start = location.indexOf('?') + 1
  const whole: ReadShape = { location, values: [] }
  if (start === 0 || /%7f/i.test(location)) return whole
  const values: string[] = []
  try {
    const parts = location.slice(start).split('&')
    const maskedParts = parts.map((part) => {
      const [, filter, value] = FILTER.exec(part) ?? []
      if (filter === undefined || value === undefined) return part
      values.push(decodeURIComponent(value))
      return filter + placeholderOf(values.length - 1)
    })
    return values.length > 0 ? { location: location.slice(0, start) + maskedParts.join('&'), values } : whole
  } catch {
    return whole
  }
}

const placeholderOf = (index: number) => `${PLACEHOLDER}${index}${PLACEHOLDER}`

/** For each parameter of a statement made from a shape, the index of its value; null if the parameter is constant. */
export function valueIndexes(bound: readonly string[]): (number | null)[] {
  return bound.map((value) => {
    const [, index] = SPOT.exec(value) ?? []
    return index === undefined ? null : Number(index)
  })
}
