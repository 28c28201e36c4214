import { refuse } from '#domain/refusal.ts'
import { checkFields, text, uuid } from '#domain/validation.ts'
import { type Command, PER_MINUTE } from '../command.ts'
import { lockClaim } from './read-claim.ts'
import { tellOfClaim } from './tell-of-claim.ts'
import { writeEvent } from './write-event.ts'

/** Either side has a decision looked at again by a chief, once. Until that is decided nothing moves. */
export const appealClaim: Command<'appeal-claim'> = {
  name: 'appeal-claim',
  who: 'signed-in',
  personal: true,
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['claim_id', 'text'],
  check: (raw) =>
    checkFields(raw, {
      claim_id: uuid('Claim'),
      text: text({ label: 'What should be looked at again', least: 10, most: 2000, lines: true }),
    }),
  async run({ input, caller, tx, shop }) {
    const claim = await lockClaim(tx, { claimId: input.claim_id, personId: caller.userId })
    if (!claim?.side) return refuse('claim_not_found')
    if (claim.status !== 'upheld' && claim.status !== 'rejected') return refuse('claim_moved_on')
    if (!claim.appeal_by || claim.now > claim.appeal_by || claim.ended_at) return refuse('appeal_too_late')
    if (claim.is_decided_with_lot) return refuse('decided_with_lot')
    await tx.query('select public.caused_by($1)', [claim.side])
    await tx.query(`update public.claims set status = 'appealed', appealed_by = $2 where id = $1`, [
      claim.id,
      claim.side,
    ])
    const said = { claimId: claim.id, part: claim.side, authorId: caller.userId, text: input.text }
    await writeEvent(tx, { ...said, kind: 'appealed' })
    await tellOfClaim(tx, { claim: { ...claim, appealed_by: claim.side }, event: 'appealed', siteUrl: shop.siteUrl })
    return { claim_id: claim.id, status: 'appealed' }
  },
}
