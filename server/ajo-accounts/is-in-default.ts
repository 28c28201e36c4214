import type pg from 'pg'

/** Whether a person did not pay in a circle that still runs: they join no other one meanwhile. */
export async function isInDefault(tx: pg.ClientBase, personId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from public.ajo_members m join public.ajo_circles c on c.id = m.circle_id
     where m.person_id = $1 and m.status = 'defaulted' and c.status = 'running'`,
    [personId],
  )
  return rowCount !== 0
}
