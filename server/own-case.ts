import type pg from 'pg'
import type { CommandInput, CommandName } from '#api/commands.ts'
import type { Case } from '#domain/own-case.ts'
import { type Refusal, refuse } from '#domain/refusal.ts'
import { type Decision, decisions } from './deciding.ts'

interface Asked<Name extends CommandName> {
  name: Name
  input: CommandInput<Name>
  personId: string | null
}

/** The door's question before any command runs: whether the caller has a part in what this call decides. */
export async function refuseOwnCase<Name extends CommandName>(
  tx: pg.PoolClient,
  { name, input, personId }: Asked<Name>,
): Promise<Refusal | null> {
  const decision: Decision<Name> = decisions[name]
  if (typeof decision === 'string' || personId === null) return null
  const asked = decision.about(input)
  // A rule about oneself, such as one's own role, has words of its own.
  if (!asked?.id || (asked.subject === 'person' && asked.id === personId)) return null
  return refuseIfPartIn(tx, { ...asked, personId, as: decision.as ?? 'judge' })
}

interface Judge extends Case {
  personId: string
  /**
   * `judge`: any part refuses. `duty`: the person acts for the shop or place, so only an order of their own, their household's or of
   * somebody they referred does. `shop-or-judge` and `shop-or-duty`: the same, but the shop's owner decides for their own shop.
   */
  as: 'judge' | 'duty' | 'shop-or-judge' | 'shop-or-duty'
}

/** The one rule (design.md 9). */
async function refuseIfPartIn(tx: pg.PoolClient, { subject, id, personId, as }: Judge): Promise<Refusal | null> {
  const { rows } = await tx.query<{ has_part: boolean }>(
    `select public.has_part_in($1, $2, $3, $4) and not ($5 and public.runs_shop_of($1, $2, $3)) as has_part`,
    [subject, id, personId, as.endsWith('duty'), as.startsWith('shop')],
  )
  return rows[0]?.has_part ? refuse('own_case') : null
}
