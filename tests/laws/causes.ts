interface Move {
  from: string
  to: string
  causes: readonly string[]
}

/** A move that nobody may cause cannot happen, and a cause that moves nothing is a word without meaning. */
export function everyMoveHasACause(
  tables: Readonly<Record<string, readonly Move[]>>,
  causes: readonly string[],
): string[] {
  const rows = Object.entries(tables).flatMap(([subject, moves]) => moves.map((move) => ({ subject, ...move })))
  const used = new Set(rows.flatMap((row) => row.causes))
  return [
    ...rows.flatMap(({ subject, from, to, causes: own }) => {
      const unknown = own.filter((cause) => !causes.includes(cause))
      if (own.length === 0) return [`${subject}: ${from} > ${to} names no cause.`]
      return unknown.length > 0
        ? [`${subject}: ${from} > ${to} is caused by "${unknown.join('", "')}", which is no cause.`]
        : []
    }),
    ...causes.filter((cause) => !used.has(cause)).map((cause) => `${cause} causes no move.`),
  ]
}

/** The members of `Cause`, or of a list `CAUSES`, as the source of the moves has them. */
export function causesIn(source: string): string[] {
  const [, members = ''] = /\b(?:type Cause =|CAUSES\b[^=]*= \[)([^\]]*?)(?:\n\n|\])/.exec(source) ?? []
  return [...members.matchAll(/'([^']+)'/g)].map(([, name = '']) => name)
}
