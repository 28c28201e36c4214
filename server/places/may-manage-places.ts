import type pg from 'pg'

/** Whether the user may manage collection points and delivery zones: coordinators and chiefs. */
export async function mayManagePlaces(tx: pg.ClientBase, personId: string | null): Promise<boolean> {
  const { rows } = await tx.query(
    `select from public.profiles where id = $1 and role in ('coordinator', 'chief') for key share`,
    [personId],
  )
  return rows.length > 0
}

/** Finds an active shop by its name, case-insensitively. */
export async function findShopByName(tx: pg.ClientBase, name: string): Promise<{ id: string; state: string } | null> {
  const { rows } = await tx.query<{ id: string; state: string }>(
    `select id, state from public.vendors where lower(trim(business_name)) = lower($1) and status = 'active'`,
    [name.trim()],
  )
  return rows[0] ?? null
}
