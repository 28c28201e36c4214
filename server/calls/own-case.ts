import type pg from 'pg'
import type { CommandInput, CommandName } from '#api/commands.ts'
import type { Case } from '#domain/own-case.ts'
import { type Refusal, refuse } from '#domain/refusal.ts'
import { type Decision, decisions } from './decisions.ts'

interface OwnCaseCheck<Name extends CommandName> {
  name: Name
  input: CommandInput<Name>
  personId: string | null
}

/** Refuses a call whose caller is a party to the case that it decides; checked before any command runs. */
export async function refuseOwnCase<Name extends CommandName>(
  tx: pg.PoolClient,
  { name, input, personId }: OwnCaseCheck<Name>,
): Promise<Refusal | null> {
  const decision: Decision<Name> = decisions[name]
  if (typeof decision === 'string' || personId === null) return null
  const decided = decision.about(input)
  // Rules about oneself, such as changing one's own role, have their own refusals.
  if (!decided?.id || (decided.subject === 'person' && decided.id === personId)) return null
  return refuseParty(tx, { ...decided, personId, as: decision.as ?? 'judge' })
}

interface CaseParty extends Case {
  personId: string
  /**
   * `judge`: refused for any part in the case. `duty`: the caller acts for the shop or place, so it is refused only for
   * an order of their own, of their household or of a person they referred. `shop-or-judge`, `shop-or-duty`: the same,
   * but the shop's owner may decide for their own shop.
   */
  as: 'judge' | 'duty' | 'shop-or-judge' | 'shop-or-duty'
}

/** `has_part_in` derives the parties to a case; null if the person is not one, or `as` exempts the shop's owner. */
async function refuseParty(tx: pg.PoolClient, { subject, id, personId, as }: CaseParty): Promise<Refusal | null> {
  const { rows } = await tx.query<{ has_part: boolean }>(
    `select public.has_part_in($1, $2, $3, $4) and not ($5 and public.runs_shop_of($1, $2, $3)) as has_part`,
    [subject, id, personId, as.endsWith('duty'), as.startsWith('shop')],
  )
  return rows[0]?.has_part ? refuse('own_case') : null
}
