/** An address with the values of its plain filters taken out, so that one plan serves all that differ only in these. */
export interface ReadShape {
  /** Path and query, with a mark in place of each value. */
  location: string
  /** What was taken out, decoded, in order. */
  values: string[]
}

/** `id=eq.7`, `end_date=gt.2026-03-14`: whatever the value is, it is bound as it was sent and decides nothing else. */
const FILTER =
  /^(?!(?:select|order|limit|offset|and|or|not|columns|on_conflict|apikey)=)([a-z_][a-z\d_]*=(?:eq|neq|gte?|lte?)\.)([\w.:%-]*)$/
/** A sign that no address of ours holds; one that does is taken as it is. */
const MARK = '%7F'
const SPOT = /^\x7f(\d+)\x7f$/

/** The address itself, without values, where one cannot be taken apart for certain. */
export function shapeOf(location: string): ReadShape {
  const start = location.indexOf('?') + 1
  const whole: ReadShape = { location, values: [] }
  if (start === 0 || /%7f/i.test(location)) return whole
  const values: string[] = []
  try {
    const parts = location.slice(start).split('&')
    const marked = parts.map((part) => {
      const [, filter, value] = FILTER.exec(part) ?? []
      if (filter === undefined || value === undefined) return part
      values.push(decodeURIComponent(value))
      return filter + markOf(values.length - 1)
    })
    return values.length > 0 ? { location: location.slice(0, start) + marked.join('&'), values } : whole
  } catch {
    return whole
  }
}

const markOf = (index: number) => `${MARK}${index}${MARK}`

/** Which value belongs at each place of a statement that was made from a shape; null where the statement's own stays. */
export function placesOf(bound: readonly string[]): (number | null)[] {
  return bound.map((value) => {
    const [, index] = SPOT.exec(value) ?? []
    return index === undefined ? null : Number(index)
  })
}
