import type pg from 'pg'
import { checkFields, oneOf, text, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { recordAct } from '#server/record-act.ts'
import { labelledChanges, lockShopChange, loggedRequest, type OpenChange, previousFacts } from './read-shop-change.ts'

/**
 * A manager of the shop's state (or coordinator, or chief) approves or refuses a change request of an approved shop.
 */
export const decideShopChange: Command<'decide-shop-change'> = {
  name: 'decide-shop-change',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['shop_change_id', 'decision', 'note'],
  check: (raw) =>
    checkFields(raw, {
      shop_change_id: uuid('Request'),
      decision: oneOf({ label: 'decision', among: ['approve', 'refuse'] as const }),
      note: text({ label: 'Reason', min: 0, max: 500, lines: true }),
    }),
  async run({ input, caller, tx, context }) {
    const change = await lockShopChange(tx, { id: input.shop_change_id, personId: caller.userId })
    if (!change?.overseen) return refuse('not_found')
    // Staff cannot decide on their own shop.
    if (change.owner_id === caller.userId) return refuse('not_allowed')
    if (change.status !== 'open') return refuse('already_done', { message: 'This request is not open any more.' })
    const approved = input.decision === 'approve'
    const note = input.note ?? ''
    if (approved && change.shop_status !== 'active') return refuse('move_not_allowed', { message: NOT_OPEN })
    if (!approved && note.length < 5) {
      return refuse('invalid_input', { message: WRITE_REASON, errors: { note: WRITE_REASON } })
    }
    if (approved && (await isNameTaken(tx, change))) return refuse('shop_name_taken')

    const status = approved ? 'approved' : 'refused'
    await tx.query(
      'update public.shop_changes set status = $2, decided_by = $3, decided_at = clock_timestamp(), decision_note = $4 where id = $1',
      [change.id, status, caller.userId, note],
    )
    if (approved) await applyChange(tx, change)
    await recordAct(tx, {
      actorId: caller.userId,
      action: approved ? 'shop.approve' : 'shop.refuse',
      subject: { type: 'vendor', id: change.vendor_id },
      before: previousFacts(change, change.former),
      after: { ...loggedRequest(change), note },
    })
    await queueSystemMail(tx, 'shop-change-decided', {
      to: change.email,
      person: change.owner_id,
      facts: { shop: change.shop, approved, note, changes: labelledChanges(change) },
      siteUrl: context.siteUrl,
    })
    return { shop_change_id: change.id, status }
  },
}

/** Whether another shop has taken the name since the request. */
async function isNameTaken(tx: pg.PoolClient, { business_name: name, vendor_id: id }: OpenChange): Promise<boolean> {
  if (name === null) return false
  const { rowCount } = await tx.query(
    `select from public.vendors where public.shop_name_key(business_name) = public.shop_name_key($1) and status <> 'rejected' and id <> $2`,
    [name, id],
  )
  return rowCount !== 0
}

async function applyChange(tx: pg.PoolClient, change: OpenChange): Promise<void> {
  if (change.business_name !== null) {
    await tx.query('update public.vendors set business_name = $2 where id = $1', [
      change.vendor_id,
      change.business_name,
    ])
  }
  await tx.query(
    'update public.vendor_details set registration_number = coalesce($2, registration_number), address = coalesce($3, address) where vendor_id = $1',
    [change.vendor_id, change.registration_number, change.address],
  )
}

const WRITE_REASON = 'Please write the reason, in at least 5 characters: the vendor reads it.'
const NOT_OPEN =
  'This shop is suspended, so nothing about it changes. Refuse the request, or open the shop again first.'
