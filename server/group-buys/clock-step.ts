import type pg from 'pg'
import type { Database } from '#platform/postgres/database.ts'
import { isWorthRetrying } from '#platform/postgres/sqlstate.ts'
import { CLOCK } from '#server/identities.ts'

interface MovedBuy {
  id: string
}

export const toIds = (moved: readonly MovedBuy[]): string[] => moved.map(({ id }) => id)

interface Step {
  /** SQL for the ids of the buys that are due. */
  due: string
  /** SQL that updates those buys of `$1` that are still due. */
  move: string
  /** Sends notifications about the moved buys, in the same transaction. */
  notify?: (tx: pg.PoolClient, moved: MovedBuy[], siteUrl: string) => Promise<void>
  /** Sends notifications about the moved orders of these buys, in the same transaction. */
  notifyBuyers?: (tx: pg.PoolClient, buyIds: readonly string[], siteUrl: string) => Promise<void>
}

/** Moves all due buys in one transaction, or one by one if that fails. Returns the faults. */
export async function runStep(
  database: Database,
  { due, move, notify, notifyBuyers }: Step,
  siteUrl: string,
): Promise<unknown[]> {
  const moving = (ids: string[]) =>
    database.as(CLOCK, async (tx) => {
      const { rows } = await tx.query<MovedBuy>(move, [ids])
      await notify?.(tx, rows, siteUrl)
      await notifyBuyers?.(tx, ids, siteUrl)
    })
  const { rows } = await database.as(CLOCK, (tx) => tx.query<{ id: string }>(due), { readOnly: true })
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  try {
    await moving(ids)
    return []
  } catch (fault) {
    // A single buy is retried only after a deadlock or the like.
    if (ids.length === 1 && !isWorthRetrying(fault)) return [fault]
  }
  const faults: unknown[] = []
  for (const id of ids) await moving([id]).catch((fault: unknown) => faults.push(fault))
  return faults
}

export function step(condition: string, { most, move, ...notifications }: { most: number } & Omit<Step, 'due'>): Step {
  return {
    ...notifications,
    due: `select id from public.group_buys where ${condition} order by end_date limit ${most}`,
    move: `with due as (select id from public.group_buys where id = any ($1::uuid[]) and ${condition} order by id for update skip locked) ${move}`,
  }
}
