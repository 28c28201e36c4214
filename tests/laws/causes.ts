interface Move {
  from: string
  to: string
  causes: readonly string[]
}

/** Reports transitions without a cause or with an unknown one, and causes without a transition. */
export function everyMoveHasACause(
  tables: Readonly<Record<string, readonly Move[]>>,
  causes: readonly string[],
): string[] {
  const rows = Object.entries(tables).flatMap(([subject, moves]) => moves.map((move) => ({ subject, ...move })))
  const used = new Set(rows.flatMap((row) => row.causes))
  return [
    ...rows.flatMap(({ subject, from, to, causes: causesOfMove }) => {
      const unknown = causesOfMove.filter((cause) => !causes.includes(cause))
      if (causesOfMove.length === 0) return [`${subject}: ${from} > ${to} has no cause.`]
      return unknown.length > 0 ? [`${subject}: ${from} > ${to} has the unknown cause "${unknown.join('", "')}".`] : []
    }),
    ...causes.filter((cause) => !used.has(cause)).map((cause) => `${cause} causes no transition.`),
  ]
}

/** The members of the type `Cause`, or of a list `CAUSES`, in the source. */
export function causesIn(source: string): string[] {
  const [, members = ''] = /\b(?:type Cause =|CAUSES\b[^=]*= \[)([^\]]*?)(?:\n\n|\])/.exec(source) ?? []
  return [...members.matchAll(/'([^']+)'/g)].map(([, name = '']) => name)
}
